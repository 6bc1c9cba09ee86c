import type { ConnectionFailure, MailInput, ModelProvider, SearchInput } from '@jarvis/contract';
import type { Queries } from '@jarvis/database';
import type { StoreDeps } from '../ports/deps.ts';
import { type SettingRow, selectSettings, upsertSetting } from './queries.ts';

/** The use of an outside service; each has its own last failure. */
const uses = ['model', 'search', 'mail'] as const;
export type Use = (typeof uses)[number];

export const serverRow = (provider: ModelProvider) => `model-server:${provider}`;
export const defaultModelRow = 'default-model';
/** The installation's keys for Web Push. */
export const pushSetting = 'push';
export const failureRow = (use: Use) => `failure:${use}`;

interface StoredServer {
  readonly provider: ModelProvider;
  readonly baseUrl: string | null;
  readonly models: readonly string[];
  readonly row: SettingRow;
}

/** The operators' settings and the last failures, as of one moment. */
export interface Stored {
  readonly servers: readonly StoredServer[];
  /** `builtin` or `<provider>:<model id>`; undefined when no model was chosen. */
  readonly defaultModel: string | undefined;
  readonly search: (Omit<SearchInput, 'apiKey'> & { readonly row: SettingRow }) | undefined;
  readonly mail: (Omit<MailInput, 'password'> & { readonly row: SettingRow }) | undefined;
  readonly failures: Readonly<Partial<Record<Use, ConnectionFailure & { at: string; of: string }>>>;
}

/** The setting of this name, if there is one. */
export const settingOf = async (db: Queries, name: string): Promise<SettingRow | undefined> =>
  (await selectSettings(db, {})).find((row) => row.name === name);

/** Stores a setting, with its encrypted secret if it has one. */
export async function setSetting(
  { db, clock }: StoreDeps,
  name: string,
  value: SettingRow['value'],
  { secret, secretEnd }: Pick<SettingRow, 'secret' | 'secretEnd'> = { secret: null, secretEnd: null },
): Promise<void> {
  await upsertSetting(db, { name, value, secret, secretEnd, now: clock.nowIso() });
}

/** Reads all of it in one statement. */
export const readStored = async (db: Queries): Promise<Stored> => storedIn(await selectSettings(db, {}));

/** The same, from rows that were read before. */
export function storedIn(rows: readonly SettingRow[]): Stored {
  const withRow = <T>(row: SettingRow) => ({ ...(row.value as T), row });
  const named = <T>(name: string) => rows.filter((row) => row.name === name).map(withRow<T>)[0];
  const failures = uses.flatMap((use) => {
    const failure = named<ConnectionFailure & { of: string }>(failureRow(use));
    return failure ? [[use, { ...failure, at: failure.row.changedAt }]] : [];
  });
  return {
    servers: rows
      .filter(({ name }) => name.startsWith(serverRow('' as ModelProvider)))
      .map(withRow<Omit<StoredServer, 'row'>>),
    defaultModel: named<{ model: string }>(defaultModelRow)?.model,
    search: named<Omit<SearchInput, 'apiKey'>>('search'),
    mail: named<Omit<MailInput, 'password'>>('mail'),
    failures: Object.fromEntries(failures),
  };
}

/** Every offered model by name, in the order of the servers. */
export const namesOf = ({ servers }: Pick<Stored, 'servers'>): string[] =>
  servers.flatMap(({ provider, models }) => models.map((model) => `${provider}:${model}`));
