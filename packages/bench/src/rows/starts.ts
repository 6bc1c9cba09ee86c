import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from '@jarvis/core/testing';
import { heading, line } from '../report.ts';

const main = fileURLToPath(new URL('../../../../apps/api/src/main.ts', import.meta.url));

/** From nothing, and from a folder that is there, to ready; and what the process then takes. */
export async function starts(): Promise<void> {
  heading('Start');
  const folder = mkdtempSync(join(tmpdir(), 'jarvis-bench-start-'));
  chmodSync(folder, 0o755);
  try {
    const fresh = await startOnce(folder);
    line('on a fresh folder', `${fresh.seconds.toFixed(2)} s`, 'under 3 s');
    const again: number[] = [];
    for (let i = 0; i < 3; i += 1) again.push((await startOnce(folder)).seconds);
    line('on an existing one', `${Math.min(...again).toFixed(2)} s, the best of 3`, 'under 1.5 s');
    line('memory of the idle process', `${fresh.megabytes.toFixed(0)} MB`, 'under 120 MB');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startOnce(dataDir: string): Promise<{ seconds: number; megabytes: number }> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...nodeFlags(), main], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      MODEL: 'builtin',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (piece) => {
      said += piece;
      if (said.includes('Jarvis is ready')) resolve();
    });
    void ended.then(() => reject(new Error(`the service ended: ${said}`)));
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const megabytes =
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1_024;
  child.kill('SIGTERM');
  await ended;
  return { seconds, megabytes };
}
