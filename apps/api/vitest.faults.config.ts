import { defineConfig } from 'vitest/config';

/** Real processes that are killed, frozen and flooded: one after the other, and with time for a slow machine. */
export default defineConfig({
  test: {
    include: ['faults/**/*.fault.ts'],
    testTimeout: 240_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
