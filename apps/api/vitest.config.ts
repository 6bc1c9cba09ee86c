import { databaseTestDefaults } from '@jarvis/testkit/vitest';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    ...databaseTestDefaults,
    // Otherwise trpc-to-openapi makes the OpenAPI document for each application, only to see that it can.
    env: { ...databaseTestDefaults.env, NODE_ENV: 'production' },
    // Nearly half of all tests are here: with two workers this package would run on alone, with one core idle.
    maxWorkers: 3,
    // Concurrent cases mostly wait for timers of the service, so that more of them take no longer.
    maxConcurrency: 10,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
  },
});
