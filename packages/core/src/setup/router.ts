import { connectionsOutput, waysInOutput } from '@jarvis/contract';
import { anyone, router, sessionOnly } from '../trpc.ts';

/** What the installation is connected to; for the web app, which says how to change it. */
export const setupRouter = router({
  connections: sessionOnly.output(connectionsOutput).query(({ ctx: { deps } }) => ({
    model: { name: deps.model.name, builtin: deps.model.builtin },
    search: { name: deps.search?.name ?? null },
    mail: { name: deps.mailer.name },
    identityProviders: [...deps.settings.identityProviders],
  })),

  waysIn: anyone.output(waysInOutput).query(({ ctx: { deps } }) => ({
    identityProviders: [...deps.settings.identityProviders],
    mailsToFiles: deps.mailer.name === 'outbox',
  })),
});
