import { databaseTestDefaults } from '@jarvis/testkit/vitest';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    ...databaseTestDefaults,
    include: ['src/**/*.test.ts'],
  },
});
