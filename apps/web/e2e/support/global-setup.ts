import { spawnSync } from 'node:child_process';
import { startTestCluster } from '@jarvis/testkit';
import { findChromium } from '@jarvis/testkit/browser';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    baseUrl: string;
    builtinUrl: string;
    cutUrl: string;
    controlUrl: string;
    browserUrl: string;
  }
}

/** One database cluster, the service and one browser for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const build = spawnSync(process.execPath, [new URL('../../build-if-stale.ts', import.meta.url).pathname], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (build.status !== 0) throw new Error('the web app could not be built');
  const stopCluster = await startTestCluster();
  const [server, found] = await Promise.all([startServer(), findChromium()]);
  const browser = await chromium.launchServer({
    executablePath: found.executablePath,
    args: [...found.args],
    env: { ...(process.env as Record<string, string>), ...found.env },
  });
  project.provide('baseUrl', server.url);
  project.provide('builtinUrl', server.builtinUrl);
  project.provide('cutUrl', server.cutUrl);
  project.provide('controlUrl', server.controlUrl);
  project.provide('browserUrl', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await server.close();
    await stopCluster();
  };
}
