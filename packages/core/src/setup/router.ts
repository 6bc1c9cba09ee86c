import { connectionsOutput, signInOptionsOutput } from '@jarvis/contract';
import { isOperator } from '../auth/caller.ts';
import { mailerInUse, mailerOf, modelOf, searchOf } from '../connections/in-use.ts';
import { lastFailures } from '../connections/show.ts';
import { readStored } from '../connections/stored.ts';
import { readRegistration } from '../registration/registration.ts';
import { anyone, router, sessionOnly } from '../trpc.ts';

/** The installation's connections, for the web app, which says how to change them. */
export const setupRouter = router({
  connections: sessionOnly.output(connectionsOutput).query(async ({ ctx: { deps, caller } }) => {
    const [operator, stored] = await Promise.all([isOperator(deps, caller.userId), readStored(deps.db)]);
    const [model, search, mailer] = await Promise.all([
      modelOf(deps.connectors, stored),
      searchOf(deps, stored),
      mailerOf(deps.connectors, stored),
    ]);
    const failures = lastFailures(stored, model.name);
    return {
      operator,
      model: { name: model.name, builtin: model.builtin, failing: failures.model !== null },
      search: { name: search?.name ?? null, failing: failures.search !== null },
      mail: { name: mailer.name, failing: failures.mail !== null },
      connect: deps.settings.connect,
      schedules: deps.settings.schedules,
      publicUrl: deps.settings.publicUrl,
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
