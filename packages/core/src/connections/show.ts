import type { ConnectionSettings } from '@jarvis/contract';
import { namesInUse } from './in-use.ts';
import type { ConnectionDeps } from './operate.ts';
import { readStored, type Stored } from './stored.ts';

/** The operators' view: everything but the secrets, of which it has at most the last four characters. */
export async function showConnections(deps: ConnectionDeps): Promise<ConnectionSettings> {
  const { environment, outboxFolder } = deps.connectors;
  const stored = await readStored(deps.db);
  const inUse = namesInUse(deps.connectors, stored);
  const search = environment.search ? undefined : stored.search;
  const mail = environment.mail ? undefined : stored.mail;
  const failures = lastFailures(stored, inUse.model);
  const decidedBy = (byEnvironment: unknown, byOperator: unknown) =>
    byEnvironment !== undefined ? 'environment' : byOperator !== undefined ? 'operator' : 'nobody';
  return {
    model: {
      decidedBy: decidedBy(environment.model, stored.defaultModel),
      inUse: inUse.model,
      builtin: inUse.model === 'builtin',
      servers: stored.servers.map(({ provider, baseUrl, models, row }) => ({
        provider,
        baseUrl,
        keyEnd: row.secretEnd,
        models: [...models],
      })),
      failure: failures.model,
    },
    search: {
      decidedBy: decidedBy(environment.search, search),
      provider: inUse.search,
      url: search?.url ?? null,
      keyEnd: search?.row.secretEnd ?? null,
      failure: failures.search,
    },
    mail: {
      decidedBy: decidedBy(environment.mail, mail),
      folder: environment.mail || mail ? null : outboxFolder,
      server: mail ? shownMail(mail) : null,
      failure: failures.mail,
    },
  };
}

/** Uses that failed last time; of models only the one in use counts. */
export function lastFailures({ failures }: Stored, modelInUse: string) {
  const { model, search = null, mail = null } = failures;
  return { model: model?.of === modelInUse ? model : null, search, mail };
}

function shownMail({ host, port, tls, user, from, row }: NonNullable<Stored['mail']>) {
  return { host, port, tls, user, from, passwordEnd: row.secretEnd };
}
