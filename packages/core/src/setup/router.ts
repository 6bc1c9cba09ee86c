import { connectionsOutput, waysInOutput } from '@jarvis/contract';
import { selectFirstAccount } from '../account/queries.ts';
import { isOperator } from '../auth/caller.ts';
import { anyone, router, sessionOnly } from '../trpc.ts';

/** What the installation is connected to; for the web app, which says how to change it. */
export const setupRouter = router({
  connections: sessionOnly.output(connectionsOutput).query(async ({ ctx: { deps, caller } }) => ({
    operator: await isOperator(deps, caller.userId),
    model: { name: deps.model.name, builtin: deps.model.builtin },
    search: { name: deps.search?.name ?? null },
    mail: { name: deps.mailer.name },
    identityProviders: [...deps.settings.identityProviders],
  })),

  waysIn: anyone.output(waysInOutput).query(async ({ ctx: { deps } }) => ({
    firstAccount: (await selectFirstAccount.first(deps.db, {})) === undefined,
    identityProviders: [...deps.settings.identityProviders],
    mailsToFiles: deps.mailer.name === 'outbox',
  })),
});
