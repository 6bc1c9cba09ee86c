import { databaseTestDefaults } from '@jarvis/testkit/vitest';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    ...databaseTestDefaults,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Files share a worker's modules: loading them again for each file took half of the suite's time.
    isolate: false,
  },
});
