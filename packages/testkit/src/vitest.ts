import { fileURLToPath } from 'node:url';
import type { ViteUserConfig } from 'vitest/config';

/** For each worker, and for this process, whose global setup loads the database, too. */
const startupCache = new URL('../../../apps/api/src/process/startup-cache.mjs', import.meta.url).href;
await import(startupCache);

/**
 * The settings of every package's tests. The deadlines allow for a busy machine: a test waits for a state, and no
 * deadline says how long anything should take.
 */
export const testDefaults = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // For a small machine with two cores, where more workers would only wait for each other.
  maxWorkers: 2,
  // Files share a worker's modules: loading them again for each file took up to half of a suite's time.
  isolate: false,
  execArgv: ['--import', startupCache],
  // Node finds its code compiled, so that a service that a test starts is ready with a third less work.
  env: {
    NODE_COMPILE_CACHE: fileURLToPath(
      new URL('../../../node_modules/.cache/jarvis/compiled', import.meta.url),
    ),
  },
  expect: { poll: { timeout: 20_000, interval: 20 } },
} as const satisfies ViteUserConfig['test'];

/** The same for tests that need a database cluster. */
export const databaseTestDefaults = {
  ...testDefaults,
  globalSetup: ['@jarvis/testkit/global-setup'],
} satisfies ViteUserConfig['test'];
