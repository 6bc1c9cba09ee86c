import { fileURLToPath } from 'node:url';

/** The folder of drizzle-kit's migrations (`npm run generate`), for `migrate`. */
export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
