import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Run before `npm start` and the tests: builds the web app when its output is missing or older than its sources. For
 * a fresh output this only compares modification times, in some ten milliseconds; Vite is loaded only to build.
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

const builtAt = existsSync(output) ? statSync(output).mtimeMs : 0;
if (builtAt === 0 || inputs.some((path) => newestIn(path) > builtAt)) {
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
    const { status } = spawnSync(process.execPath, args, {
      cwd: here,
      // A test run's NODE_ENV would build React's development version.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: 'inherit',
    });
    if (status === 0) continue;
    rmSync(folder, { recursive: true, force: true });
    stop(`${relativeToRoot(args[0] ?? '')} failed. Correct what it says above`);
  }
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

function newestIn(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  return readdirSync(path).reduce(
    (newest, name) => Math.max(newest, newestIn(join(path, name))),
    stats.mtimeMs,
  );
}

function relativeToRoot(path: string): string {
  return path.startsWith(root) ? path.slice(root.length + 1) : path;
}
