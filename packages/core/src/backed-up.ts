import { type BackedUpSchema, getTableName, type Queries } from '@jarvis/database';
import { systemClock } from './clock.ts';
import { migrationsFolder } from './db/migrations.ts';
import { oauthStates } from './db/schema/accounts.ts';
import { fileParts, filePassages, files } from './db/schema/files.ts';
import { rateWindows } from './db/schema/requests.ts';
import { pauseOutside } from './deliveries/paused.ts';

/** The arguments of `backUp` and `restore`. */
export const backedUpSchema: BackedUpSchema = {
  migrations: migrationsFolder,
  passing: [rateWindows, oauthStates].map(getTableName),
  files: [fileParts, filePassages, files].map(getTableName),
  afterRestore: pauseCopy,
};

/** A copy notifies nobody until an operator resumes deliveries, because the original may still run. */
async function pauseCopy(tx: Queries): Promise<void> {
  const [[tellsOutside] = []] = await tx.run("select to_regclass('public.deliveries') is not null", []);
  if (tellsOutside === true) await pauseOutside({ db: tx, clock: systemClock });
}
