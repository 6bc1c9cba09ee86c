import type { ConnectionSettings } from '@jarvis/contract';
import { modelOf } from './in-use.ts';
import type { Operating } from './operate.ts';
import { readStored, type Stored, type Use } from './stored.ts';

/** The operators' view: everything but the secrets, of which it has the last four characters. */
export async function showConnections(deps: Operating): Promise<ConnectionSettings> {
  const { environment, outboxFolder } = deps.connectors;
  const stored = await readStored(deps.db);
  const model = await modelOf(deps.connectors, stored);
  const { search, mail } = stored;
  const failures = lastFailures(stored, model.name);
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
      failure: failures.model,
    },
    search: {
      decidedBy: decided(byEnvironment.search, search !== undefined),
      provider: byEnvironment.search ? (environment.search?.name ?? null) : (search?.provider ?? null),
      url: byEnvironment.search ? null : (search?.url ?? null),
      keyEnd: byEnvironment.search ? null : (search?.row.secretEnd ?? null),
      failure: failures.search,
    },
    mail: {
      decidedBy: decided(byEnvironment.mail, mail !== undefined),
      folder: byEnvironment.mail || mail ? null : outboxFolder,
      server: byEnvironment.mail || !mail ? null : shownMail(mail),
      failure: failures.mail,
    },
  };
}

/** Uses that failed last time; of models only the one in use counts. */
export function lastFailures({ failures }: Stored, modelInUse: string) {
  const shown = (use: Use) => {
    const failure = failures[use];
    return failure ? { kind: failure.kind, detail: failure.detail, at: failure.at } : null;
  };
  return {
    model: failures.model?.of === modelInUse ? shown('model') : null,
    search: shown('search'),
    mail: shown('mail'),
  };
}

function shownMail({ host, port, tls, user, from, row }: NonNullable<Stored['mail']>) {
  return { host, port, tls, user, from, passwordEnd: row.secretEnd };
}
