import type { Queries } from '@jarvis/database';
import { mailKind, modelKind, open, searchKind } from './connections/kinds.ts';
import { type SettingRow, selectSettings } from './connections/queries.ts';
import { pushSetting, storedIn } from './connections/stored.ts';
import { selectSomeWebhooks } from './deliveries/webhooks/webhook-queries.ts';
import { openWebhook } from './deliveries/webhooks/webhook-secrets.ts';
import type { Connectors } from './ports/connections.ts';

/** The secrets that need this installation's key: those of the operators' settings, and of webhooks. */
export interface SecretsReport {
  readonly stored: number;
  /** Those that this installation's key cannot decrypt. */
  readonly unreadable: number;
}

/** The number of all in a backup with so many `rows`, by table. */
export async function countSecrets(db: Queries, rows: Readonly<Record<string, number>>): Promise<number> {
  return secretsIn(await selectSettings(db, {})) + (rows.webhooks ?? 0);
}

/** Decrypts each of them, of webhooks at most so many. */
export async function trySecrets(
  db: Queries,
  connectors: Pick<Connectors, 'secrets'>,
  webhooksMax = 100,
): Promise<SecretsReport> {
  const rows = await selectSettings(db, {});
  const webhooks = await selectSomeWebhooks(db, { limit: webhooksMax });
  const { servers, search, mail } = storedIn(rows);
  const opened = await Promise.allSettled([
    ...servers.map((server) => open(connectors, modelKind, server)),
    search && open(connectors, searchKind, search),
    mail && open(connectors, mailKind, mail),
    ...rows
      .filter(({ name }) => name === pushSetting)
      .map(({ secret }) => connectors.secrets.open(secret ?? '', pushSetting)),
    ...webhooks.map((webhook) => openWebhook({ connectors }, webhook)),
  ]);
  const unreadable = opened.filter(({ status }) => status === 'rejected').length;
  return { stored: secretsIn(rows) + webhooks.length, unreadable };
}

const secretsIn = (rows: readonly SettingRow[]): number =>
  rows.filter(({ secret }) => secret !== null).length;
