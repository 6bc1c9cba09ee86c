import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startTestCluster } from '@jarvis/testkit';
import type { TestProject } from 'vitest/node';
import { startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    baseUrl: string;
    builtinUrl: string;
    cutUrl: string;
    controlUrl: string;
  }
}

/**
 * One database cluster and the service with the current app, for a whole run. Returns a function that closes them.
 */
export async function startStage(project: TestProject): Promise<() => Promise<void>> {
  const build = fileURLToPath(new URL('../../build-if-stale.ts', import.meta.url));
  const { status } = spawnSync(process.execPath, [build], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('the web app could not be built');
  const stopCluster = await startTestCluster();
  const { close, ...addresses } = await startServer();
  project.provide('baseUrl', addresses.url);
  project.provide('builtinUrl', addresses.builtinUrl);
  project.provide('cutUrl', addresses.cutUrl);
  project.provide('controlUrl', addresses.controlUrl);
  return async () => {
    await close();
    await stopCluster();
  };
}
