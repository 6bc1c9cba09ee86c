import { databaseTestDefaults } from '@jarvis/testkit/vitest';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    ...databaseTestDefaults,
    // Nearly half of all tests are here: with two workers this package would run on alone, with one core idle.
    maxWorkers: 3,
    // Concurrent cases mostly wait for timers of the service, so that more of them take no longer.
    maxConcurrency: 10,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
  },
});
