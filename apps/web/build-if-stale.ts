import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Run before `npm start` and the tests: builds the web app when its output is missing, older than its sources, or of
 * others: those of another version may be older than the output, as on the way back to it. For a fresh output this only
 * compares modification times and sizes, in some ten milliseconds; Vite is loaded only to build.
 */
const here = import.meta.dirname;
const root = join(here, '../..');
const output = join(here, 'dist/index.html');
const inputs = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'icons-plugin.ts',
  'package.json',
  'pack-client.ts',
  '../api/client-types.ts',
  '../api/src/rest/openapi',
  '../../packages/client/src',
  '../../packages/client/package.json',
  '../../packages/contract/src',
  '../../package-lock.json',
].map((path) => join(here, path));

/** In the output: the sizes of its sources. `vite build` alone writes none. */
const sizesFile = '.sources';

if (isStale()) {
  process.stdout.write('Building the web app …\n');
  // Built in another folder and then moved, so that no running server or concurrent start sees a partial build.
  const folder = join(root, `node_modules/.cache/jarvis/web-${process.pid}`);
  if (/[#?]/.test(root)) stop(`its tools refuse # and ? in a path: ${root}. Rename the folder`);
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    accessSync(here, constants.W_OK);
  } catch (error) {
    stop(`this is refused: ${error}. Run \`npm run build -w @jarvis/web\` as the owner of ${root}`);
  }
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
  for (const args of [
    // First, because it may write files of `inputs`: the types of packages/client.
    [join(here, 'pack-client.ts'), folder],
    [vite, 'build', '--logLevel', 'warn', '--outDir', folder, '--no-emptyOutDir'],
  ]) {
    const { status, signal } = spawnSync(process.execPath, args, {
      cwd: here,
      // A test run's NODE_ENV would build React's development version.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: 'inherit',
    });
    if (status === 0) continue;
    rmSync(folder, { recursive: true, force: true });
    const step = relativeToRoot(args[0] ?? '');
    // The kernel ends what takes too much memory, which then says nothing.
    if (signal === 'SIGKILL')
      stop(`${step} was killed, most often because memory is short. It needs 640 MB: add memory or swap`);
    stop(`${step} failed. Correct what it says above`);
  }
  writeFileSync(join(folder, sizesFile), readInputs().sizes);
  try {
    rmSync(dirname(output), { recursive: true, force: true });
    renameSync(folder, dirname(output));
  } catch (error) {
    // A concurrent start was faster with the same build.
    rmSync(folder, { recursive: true, force: true });
    if (!existsSync(output)) throw error;
  }
}

function stop(reason: string): never {
  process.stderr.write(`Jarvis could not start. The web app must be built, and ${reason}, then try again.\n`);
  process.exit(1);
}

function isStale(): boolean {
  if (!existsSync(output)) return true;
  const { newestMs, sizes } = readInputs();
  if (newestMs > statSync(output).mtimeMs) return true;
  const builtFrom = join(dirname(output), sizesFile);
  return existsSync(builtFrom) && readFileSync(builtFrom, 'utf8') !== sizes;
}

/** The time of the newest change, and a hash of the names and sizes of all files. */
function readInputs(): { newestMs: number; sizes: string } {
  let newestMs = 0;
  const hash = createHash('sha256');
  const read = (path: string): void => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return;
    newestMs = Math.max(newestMs, stats.mtimeMs);
    if (!stats.isDirectory()) return void hash.update(`${relativeToRoot(path)} ${stats.size}\n`);
    for (const name of readdirSync(path).sort()) read(join(path, name));
  };
  inputs.forEach(read);
  return { newestMs, sizes: hash.digest('hex') };
}

function relativeToRoot(path: string): string {
  return path.startsWith(root) ? path.slice(root.length + 1) : path;
}
