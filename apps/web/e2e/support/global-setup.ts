import { findChromium } from '@jarvis/testkit/browser';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { homeHost } from './home-host.ts';
import { startStage } from './start-stage.ts';

declare module 'vitest' {
  interface ProvidedContext {
    browserUrl: string;
  }
}

/** One database cluster, the service and one browser for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // In sequence: unpacking the browser sets the folder for temporary files, which the service would use.
  const found = await findChromium();
  const closeStage = await startStage(project);
  const browser = await chromium.launchServer({
    executablePath: found.executablePath,
    args: [...found.args, `--host-resolver-rules=MAP ${homeHost} 127.0.0.1`],
    env: { ...(process.env as Record<string, string>), ...found.env },
  });
  project.provide('browserUrl', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await closeStage();
  };
}
