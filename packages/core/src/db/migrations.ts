import { fileURLToPath } from 'node:url';

/** Where drizzle-kit writes the migrations (`npm run generate`); what `migrate` and `restore` are given. */
export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
