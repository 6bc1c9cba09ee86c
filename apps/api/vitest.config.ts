import { databaseTestDefaults } from '@jarvis/testkit/vitest';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    ...databaseTestDefaults,
    // Cases that run at once wait for timers of the service; more of them cost no more time.
    maxConcurrency: 10,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
  },
});
