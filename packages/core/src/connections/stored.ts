import type {
  ConnectionFailure,
  MailInput,
  ModelProvider,
  ModelServerInput,
  SearchInput,
} from '@jarvis/contract';
import type { Queries } from '@jarvis/database';
import type { Connectors, MailSettings, ModelServer, SearchSettings } from '../ports/connections.ts';
import { type SettingRow, selectSettings } from './queries.ts';

/** What something outside is used for; a failure is kept for each. */
export type Use = 'model' | 'search' | 'mail';

/** The names of the rows. */
export const rowNames = {
  server: (provider: ModelProvider) => `model-server:${provider}`,
  defaultModel: 'default-model',
  search: 'search',
  mail: 'mail',
  failure: (use: Use) => `failure:${use}`,
} as const;

export interface StoredServer {
  readonly provider: ModelProvider;
  readonly baseUrl: string | null;
  readonly models: readonly string[];
  readonly row: SettingRow;
}

/** What operators have set, and what fails, as of one moment. */
export interface Stored {
  readonly servers: readonly StoredServer[];
  /** `builtin` or `<provider>:<model id>`; undefined when nobody has chosen. */
  readonly defaultModel: string | undefined;
  readonly search: (Omit<SearchInput, 'apiKey'> & { readonly row: SettingRow }) | undefined;
  readonly mail: (Omit<MailInput, 'password'> & { readonly row: SettingRow }) | undefined;
  readonly failures: Readonly<Partial<Record<Use, ConnectionFailure & { at: string; of: string }>>>;
}

export const readStored = async (db: Queries): Promise<Stored> => storedIn(await selectSettings(db, {}));

export function storedIn(all: readonly SettingRow[]): Stored {
  const rows = new Map(all.map((row) => [row.name, row]));
  const settingOf = <T>(name: string) => {
    const row = rows.get(name);
    return row && { ...(row.value as T), row };
  };
  const failureOf = (use: Use) => {
    const row = rows.get(rowNames.failure(use));
    return row && { ...(row.value as unknown as ConnectionFailure & { of: string }), at: row.changedAt };
  };
  const failures = { model: failureOf('model'), search: failureOf('search'), mail: failureOf('mail') };
  return {
    servers: [...rows.values()]
      .filter(({ name }) => name.startsWith(rowNames.server('' as ModelProvider)))
      .map((row) => ({ ...(row.value as unknown as Omit<StoredServer, 'row'>), row })),
    defaultModel: settingOf<{ model: string }>(rowNames.defaultModel)?.model,
    search: settingOf<Omit<SearchInput, 'apiKey'>>(rowNames.search),
    mail: settingOf<Omit<MailInput, 'password'>>(rowNames.mail),
    failures: Object.fromEntries(Object.entries(failures).filter(([, failure]) => failure)),
  };
}

/** Every model that is offered, by name, in the order of the servers. */
export const namesOf = ({ servers }: Pick<Stored, 'servers'>): string[] =>
  servers.flatMap(({ provider, models }) => models.map((model) => `${provider}:${model}`));

/**
 * What a secret is encrypted for: the row and the address that it is sent to. It opens for nothing else, so that
 * whoever changes the address, in the browser or in the table, does not get the key sent there.
 */
export const purposeOf = {
  server: ({ provider, baseUrl }: Pick<ModelServerInput, 'provider' | 'baseUrl'>) =>
    `${rowNames.server(provider)} ${baseUrl ?? ''}`,
  search: ({ provider, url }: Pick<SearchInput, 'provider' | 'url'>) => `search ${provider} ${url ?? ''}`,
  /** Without TLS from the start, somebody in between can have it sent in the clear. */
  mail: ({ host, port, tls, user }: Pick<MailInput, 'host' | 'port' | 'tls' | 'user'>) =>
    `${tls ? 'smtps' : 'smtp'} ${host} ${port} ${user}`,
  /** Of a mail password that a former version has stored. */
  formerMail: ({ host, port, user }: Pick<MailInput, 'host' | 'port' | 'user'>) =>
    `mail ${host} ${port} ${user}`,
} as const;

export async function openServer(
  connectors: Opening,
  { provider, baseUrl, row }: StoredServer,
): Promise<ModelServer> {
  const apiKey = await openSecret(connectors, row, purposeOf.server({ provider, baseUrl }));
  return { provider, baseUrl, apiKey };
}

export async function openSearch(
  connectors: Opening,
  { provider, url, row }: NonNullable<Stored['search']>,
): Promise<SearchSettings> {
  return { provider, url, apiKey: await openSecret(connectors, row, purposeOf.search({ provider, url })) };
}

export async function openMail(
  connectors: Opening,
  { row, ...server }: NonNullable<Stored['mail']>,
): Promise<MailSettings> {
  const password = await openSecret(connectors, row, purposeOf.mail(server)).catch(() =>
    openSecret(connectors, row, purposeOf.formerMail(server)),
  );
  return { ...server, password };
}

type Opening = Pick<Connectors, 'secrets'>;

/** Throws ConnectionFailed (secretUnreadable). */
async function openSecret(
  connectors: Opening,
  { secret }: SettingRow,
  purpose: string,
): Promise<string | undefined> {
  return secret === null ? undefined : connectors.secrets.open(secret, purpose);
}
