import { testDefaults } from '@jarvis/testkit/vitest';
import { defineConfig } from 'vitest/config';

/**
 * Real processes that are killed, frozen and flooded: two files at a time, with deadlines for a slow machine. `npm
 * test` runs two files in their short form, in parallel with the last tests of the API; `npm run test:faults` runs all
 * of them in the long form.
 */
export default defineConfig({
  test: {
    ...testDefaults,
    include: ['faults/**/*.fault.ts'],
    testTimeout: 4 * testDefaults.testTimeout,
    hookTimeout: 4 * testDefaults.hookTimeout,
  },
});
