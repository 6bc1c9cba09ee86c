import { connectionsOutput, signInOptionsOutput } from '@jarvis/contract';
import { isOperator } from '../auth/caller.ts';
import { mailerInUse, modelInUse, searchInUse } from '../connections/in-use.ts';
import { readRegistration } from '../registration/registration.ts';
import { anyone, router, sessionOnly } from '../trpc.ts';

/** What the installation is connected to; for the web app, which says how to change it. */
export const setupRouter = router({
  connections: sessionOnly.output(connectionsOutput).query(async ({ ctx: { deps, caller } }) => {
    const [operator, model, search, mailer] = await Promise.all([
      isOperator(deps, caller.userId),
      modelInUse(deps),
      searchInUse(deps),
      mailerInUse(deps),
    ]);
    return {
      operator,
      model: { name: model.name, builtin: model.builtin },
      search: { name: search?.name ?? null },
      mail: { name: mailer.name },
      identityProviders: [...deps.settings.identityProviders],
    };
  }),

  signInOptions: anyone.output(signInOptionsOutput).query(async ({ ctx: { deps } }) => {
    const [{ isFirst, mode }, mailer] = await Promise.all([readRegistration(deps), mailerInUse(deps)]);
    return {
      firstAccount: isFirst,
      registration: isFirst ? 'open' : mode,
      identityProviders: [...deps.settings.identityProviders],
      mailsToFiles: mailer.name === 'outbox',
    };
  }),
});
