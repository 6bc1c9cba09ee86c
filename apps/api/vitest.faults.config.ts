import { testDefaults } from '@jarvis/testkit/vitest';
import { defineConfig } from 'vitest/config';

/**
 * Real processes that are killed, frozen and flooded: two files at a time, and with time for a slow machine.
 * `--mode whole` is the whole suite (npm run test:faults), otherwise a shortened form of it (part of npm test).
 */
export default defineConfig(({ mode }) => ({
  test: {
    ...testDefaults,
    include: ['faults/**/*.fault.ts'],
    env: { FAULTS: mode },
    testTimeout: 4 * testDefaults.testTimeout,
  },
}));
