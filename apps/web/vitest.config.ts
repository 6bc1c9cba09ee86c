import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: { name: 'unit', include: ['src/**/*.test.ts'] },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['./e2e/support/global-setup.ts'],
          testTimeout: 90_000,
          hookTimeout: 90_000,
          // Two contexts of the one browser at a time: more would only wait for each other on two cores.
          maxWorkers: 2,
        },
      },
    ],
  },
});
