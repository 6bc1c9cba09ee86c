import { testDefaults } from '@jarvis/testkit/vitest';
import { defineConfig } from 'vitest/config';

/** The main path in every installed engine: `npm run test:browsers`. */
export default defineConfig({
  test: {
    ...testDefaults,
    include: ['browsers/**/*.test.ts'],
    globalSetup: ['./browsers/global-setup.ts'],
    // A journey covers many pages, and begins with the start of a browser.
    testTimeout: 3 * testDefaults.testTimeout,
  },
});
