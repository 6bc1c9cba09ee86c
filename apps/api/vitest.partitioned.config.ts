import { databaseTestDefaults } from '@jarvis/testkit/vitest';
import { defineConfig } from 'vitest/config';

/**
 * The tests of the API over tables partitioned by account (packages/database/SPREADING.md). `--mode whole` runs all
 * of them (npm run test:partitioned), otherwise those that use the most tables (part of npm run test:whole).
 */
export default defineConfig(({ mode }) => ({
  test: {
    ...databaseTestDefaults,
    globalSetup: ['@jarvis/testkit/global-setup-partitioned'],
    include:
      mode === 'whole'
        ? ['src/**/*.test.ts', 'test/**/*.test.ts']
        : ['account', 'conversations', 'recall', 'versions'].map((name) => `test/${name}.test.ts`),
  },
}));
