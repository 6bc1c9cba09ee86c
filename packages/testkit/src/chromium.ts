import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** A browser's program, and its environment. */
export interface Chromium {
  readonly executablePath: string;
  readonly env: Record<string, string>;
  readonly args: readonly string[];
}

const cache = join(import.meta.dirname, '../../../node_modules/.cache/jarvis');

/**
 * A Chromium that starts here without an installation: on Linux x64 the one in `@sparticuz/chromium`, elsewhere an
 * installed Chrome, Chromium or Edge.
 */
export async function findChromium(): Promise<Chromium> {
  if (process.platform === 'linux' && process.arch === 'x64') return carriedChromium();
  const executablePath = installedBrowsers().find(existsSync);
  if (!executablePath) throw new Error('No Chrome, Chromium or Edge was found; install one of them.');
  return { executablePath, env: {}, args: [] };
}

async function carriedChromium(): Promise<Chromium> {
  const folder = await unpacked();
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
    // Root in a container may not create the sandbox's namespaces; this browser opens only our own pages.
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
  };
}

/** Unpacks once per version; of several processes at the same time, the first to finish wins. */
async function unpacked(): Promise<string> {
  const manifest = join(
    dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '../package.json',
  );
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const half = await mkdtemp(join(cache, 'unpacking-'));
  // The package unpacks into the system's temporary folder, and its libraries only if it detects Amazon's Linux by
  // these two variables.
  const before = { ...process.env };
  process.env.TMPDIR = half;
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs24.x';
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
  } finally {
    for (const name of ['TMPDIR', 'AWS_LAMBDA_JS_RUNTIME', 'FONTCONFIG_PATH', 'LD_LIBRARY_PATH']) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
  await writeFile(join(half, 'fonts.conf'), fontsConf(join(folder, 'fonts'), join(folder, 'font-cache')));
  await rename(half, folder).catch(async (error) => {
    await rm(half, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  });
  return folder;
}

const fontsConf = (fonts: string, fontCache: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <dir>/usr/share/fonts</dir>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <cachedir>${fontCache}</cachedir>
</fontconfig>
`;

function installedBrowsers(): string[] {
  if (process.platform === 'darwin') {
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) => [
      `${folder}/Google Chrome.app/Contents/MacOS/Google Chrome`,
      `${folder}/Chromium.app/Contents/MacOS/Chromium`,
      `${folder}/Microsoft Edge.app/Contents/MacOS/Microsoft Edge`,
    ]);
  }
  return ['google-chrome', 'chromium', 'chromium-browser', 'microsoft-edge'].map(
    (name) => `/usr/bin/${name}`,
  );
}
