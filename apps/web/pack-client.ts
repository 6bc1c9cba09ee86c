import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Packs the typed client and the command line into a build of the web app: `npm install <service>/client/jarvis-client.tgz`
 * works without a copy of this repository. The argument is the folder of the build.
 */
const folder = join(process.argv[2] ?? join(import.meta.dirname, 'dist'), 'client');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const packed = spawnSync('npm', ['pack', '--silent', '--pack-destination', folder], {
  cwd: join(import.meta.dirname, '../../packages/client'),
  stdio: ['ignore', 'ignore', 'inherit'],
});
const [tarball] = readdirSync(folder);
if (packed.status !== 0 || tarball === undefined) throw new Error('The client could not be packed.');
renameSync(join(folder, tarball), join(folder, 'jarvis-client.tgz'));
