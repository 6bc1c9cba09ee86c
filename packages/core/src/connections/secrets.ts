import type { Queries } from '@jarvis/database';
import type { Connectors } from '../ports/connections.ts';
import { mailKind, modelKind, open, searchKind } from './kinds.ts';
import { type SettingRow, selectSettings } from './queries.ts';
import { pushSetting, storedIn } from './stored.ts';

/** The operators' stored secrets. */
export interface SecretsReport {
  readonly stored: number;
  /** Those that this installation's key cannot decrypt. */
  readonly unreadable: number;
}

/** The number of stored secrets, whether readable or not. */
export const countSecrets = async (db: Queries): Promise<number> => secretsIn(await selectSettings(db, {}));

/** Decrypts each of them. */
export async function trySecrets(
  db: Queries,
  connectors: Pick<Connectors, 'secrets'>,
): Promise<SecretsReport> {
  const rows = await selectSettings(db, {});
  const { servers, search, mail } = storedIn(rows);
  const opened = await Promise.allSettled([
    ...servers.map((server) => open(connectors, modelKind, server)),
    search && open(connectors, searchKind, search),
    mail && open(connectors, mailKind, mail),
    ...rows
      .filter(({ name }) => name === pushSetting)
      .map(({ secret }) => connectors.secrets.open(secret ?? '', pushSetting)),
  ]);
  const unreadable = opened.filter(({ status }) => status === 'rejected').length;
  return { stored: secretsIn(rows), unreadable };
}

const secretsIn = (rows: readonly SettingRow[]): number =>
  rows.filter(({ secret }) => secret !== null).length;
