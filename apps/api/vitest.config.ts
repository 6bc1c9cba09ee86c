import { databaseTestDefaults } from '@jarvis/testkit/vitest';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    ...databaseTestDefaults,
    // Nearly half of all the tests are here: with two workers this package would run on alone, one core idle.
    maxWorkers: 3,
    // Cases that run at once wait for timers of the service; more of them cost no more time.
    maxConcurrency: 10,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
  },
});
