import { databaseTestDefaults } from '@jarvis/testkit/vitest';
import { defineConfig } from 'vitest/config';

/** Third-party clients over real HTTP; `npm run judges` installs them first. */
export default defineConfig({ test: { ...databaseTestDefaults, include: ['judges/*.judge.ts'] } });
