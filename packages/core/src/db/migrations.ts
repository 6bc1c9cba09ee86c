import { fileURLToPath } from 'node:url';

/** Where drizzle-kit writes the migrations (`npm run generate`); what `migrate` is given. */
export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
