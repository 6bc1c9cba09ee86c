import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from '@jarvis/testkit';
import { memoryMbOf } from './server.ts';

const main = fileURLToPath(new URL('../../../../apps/api/src/main.ts', import.meta.url));

/** The service as `npm start` runs it. */
export interface Service {
  readonly url: string;
  /** From the command to ready. */
  readonly seconds: number;
  /** Of its first process. */
  memoryMb(): number;
  stop(): Promise<void>;
}

/** Starts the service on a free port and waits until it says that it is ready. */
export async function startService(env: Readonly<Record<string, string>>): Promise<Service> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...nodeFlags(), main], {
    env: {
      ...process.env,
      PORT: '0',
      MODEL: 'builtin',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (piece) => {
      said += piece;
      const port = /Jarvis is ready on http:\/\/localhost:(\d+)/.exec(said)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
    void ended.then(() => reject(new Error(`the service ended: ${said}`)));
  });
  return {
    url,
    seconds: (performance.now() - startedAt) / 1_000,
    memoryMb: () => memoryMbOf(child.pid ?? 0),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
