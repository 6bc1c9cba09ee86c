import type { ViteUserConfig } from 'vitest/config';

/**
 * What every package's tests run with. The deadlines leave room for a machine that has other work to do: a test
 * waits for a state, and none of these is how long anything should take.
 */
export const testDefaults = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // Two cores are what a small machine has: more workers would only wait for each other.
  maxWorkers: 2,
  expect: { poll: { timeout: 20_000, interval: 20 } },
} as const satisfies ViteUserConfig['test'];

/** The same for tests that need a database cluster. */
export const databaseTestDefaults = {
  ...testDefaults,
  globalSetup: ['@jarvis/testkit/global-setup'],
} satisfies ViteUserConfig['test'];
