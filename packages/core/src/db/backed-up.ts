import { type BackedUpSchema, getTableName } from '@jarvis/database';
import { migrationsFolder } from './migrations.ts';
import { oauthStates } from './schema/accounts.ts';
import { fileParts, filePassages, files } from './schema/files.ts';
import { rateWindows } from './schema/requests.ts';

/** The arguments of `backUp` and `restore`. */
export const backedUpSchema: BackedUpSchema = {
  migrations: migrationsFolder,
  passing: [rateWindows, oauthStates].map(getTableName),
  files: [fileParts, filePassages, files].map(getTableName),
};
