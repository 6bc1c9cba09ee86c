import { testDefaults } from '@jarvis/testkit/vitest';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: { ...testDefaults, name: 'unit', include: ['src/**/*.test.ts'] },
      },
      {
        test: {
          ...testDefaults,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['./e2e/support/global-setup.ts'],
          // A journey covers many pages.
          testTimeout: 3 * testDefaults.testTimeout,
        },
      },
    ],
  },
});
