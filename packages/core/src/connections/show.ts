import type { ConnectionSettings } from '@jarvis/contract';
import { modelInUse } from './in-use.ts';
import type { Operating } from './operate.ts';
import { readStored, type Stored } from './stored.ts';

/** What operators see: everything but the secrets, of those the last four characters. */
export async function showConnections(deps: Operating): Promise<ConnectionSettings> {
  const { environment, outboxFolder } = deps.connectors;
  const [stored, model] = await Promise.all([readStored(deps.db), modelInUse(deps)]);
  const { search, mail, failures } = stored;
  const last = (use: keyof typeof failures, of: string | undefined) => {
    const failure = failures[use];
    if (!failure || (of !== undefined && failure.of !== of)) return null;
    return { kind: failure.kind, detail: failure.detail, at: failure.at };
  };
  const decided = (byEnvironment: boolean, byOperator: boolean) =>
    byEnvironment ? 'environment' : byOperator ? 'operator' : 'nobody';
  const byEnvironment = { search: environment.search !== undefined, mail: environment.mailer !== undefined };
  return {
    model: {
      decidedBy: decided(environment.model !== undefined, stored.defaultModel !== undefined),
      inUse: model.name,
      builtin: model.builtin,
      servers: stored.servers.map(({ provider, baseUrl, models, row }) => ({
        provider,
        baseUrl,
        keyEnd: row.secretEnd,
        models: [...models],
      })),
      failure: last('model', model.name),
    },
    search: {
      decidedBy: decided(byEnvironment.search, search !== undefined),
      provider: byEnvironment.search ? (environment.search?.name ?? null) : (search?.provider ?? null),
      url: byEnvironment.search ? null : (search?.url ?? null),
      keyEnd: byEnvironment.search ? null : (search?.row.secretEnd ?? null),
      failure: last('search', undefined),
    },
    mail: {
      decidedBy: decided(byEnvironment.mail, mail !== undefined),
      folder: byEnvironment.mail || mail ? null : outboxFolder,
      server: byEnvironment.mail || !mail ? null : shownMail(mail),
      failure: last('mail', undefined),
    },
  };
}

function shownMail({ host, port, tls, user, from, row }: NonNullable<Stored['mail']>) {
  return { host, port, tls, user, from, passwordEnd: row.secretEnd };
}
