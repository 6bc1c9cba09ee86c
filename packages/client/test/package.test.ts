import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { jarvisForFile } from './service.ts';

const exec = promisify(execFile);
const root = join(import.meta.dirname, '..');
const modules = join(root, '../../node_modules');
const folder = mkdtempSync(join(tmpdir(), 'jarvis-client-'));
const service = await jarvisForFile();
afterAll(() => rmSync(folder, { recursive: true }));

it('downloaded from the service, it installs into an empty folder and runs there, with its types', async () => {
  const given = await fetch(`${service.url}/client/jarvis-client.tgz`);
  expect(given.status, 'the web app is built: npm run build -w @jarvis/web').toBe(200);
  const tarball = 'jarvis-client.tgz';
  writeFileSync(join(folder, tarball), await given.bytes());
  // Its declared dependencies are linked from here, not from a registry; undeclared ones are missing.
  const dependencies = Object.keys(manifest.dependencies).map((name) => join(modules, name));
  // Without a prefix, npm installs into a folder above that has a `node_modules`.
  const options = ['--prefix', folder, '--offline', '--no-audit', '--no-fund', '--loglevel', 'error'];
  await exec('npm', ['install', ...options, join(folder, tarball), ...dependencies], { cwd: folder });

  const env = { PATH: process.env.PATH, HOME: folder, JARVIS_URL: service.url, JARVIS_API_KEY: service.key };
  const bin = join(folder, 'node_modules/.bin/jarvis');
  expect((await exec(bin, ['tasks', 'add', 'Buy milk'], { cwd: folder, env })).stdout).toBe(
    'Added: Buy milk\n',
  );

  writeFileSync(
    join(folder, 'use.mts'),
    `import { createJarvis, orThrow } from '@jarvis/client';
    const { JARVIS_URL: url = '', JARVIS_API_KEY: key } = process.env;
    const { tasks } = await orThrow(createJarvis({ url, key }).api.GET('/api/tasks'));
    const title: string | undefined = tasks[0]?.title;
    // @ts-expect-error: tasks have no such field
    tasks[0]?.colour;
    console.log(title);`,
  );
  const types = ['--types', 'node', '--typeRoots', join(modules, '@types')];
  const compile = ['--strict', '--target', 'es2024', '--module', 'nodenext', '--noEmit', ...types, 'use.mts'];
  await exec(join(modules, '.bin/tsc'), compile, { cwd: folder });
  expect((await exec(process.execPath, ['use.mts'], { cwd: folder, env })).stdout).toBe('Buy milk\n');
});
