import { connectionsOutput, signInOptionsOutput } from '@jarvis/contract';
import { isOperator } from '../auth/caller.ts';
import { namesInUse, readNamesInUse } from '../connections/in-use.ts';
import { lastFailures } from '../connections/show.ts';
import { readStored } from '../connections/stored.ts';
import { readRegistration } from '../registration/registration.ts';
import { anyone, router, sessionOnly } from '../trpc.ts';

/** The installation's connections, for the web app, which says how to change them. */
export const setupRouter = router({
  connections: sessionOnly.output(connectionsOutput).query(async ({ ctx: { deps, caller } }) => {
    const [operator, stored] = await Promise.all([isOperator(deps, caller.userId), readStored(deps.db)]);
    const { model, search, mail } = namesInUse(deps.connectors, stored);
    const failures = lastFailures(stored, model);
    return {
      operator,
      model: { name: model, builtin: model === 'builtin', failing: failures.model !== null },
      search: { name: search, failing: failures.search !== null },
      mail: { name: mail, failing: failures.mail !== null },
      connect: deps.settings.connect,
      schedules: deps.settings.schedules,
      publicUrl: deps.settings.publicUrl,
    };
  }),

  signInOptions: anyone.output(signInOptionsOutput).query(async ({ ctx: { deps } }) => {
    const [{ isFirst, mode }, { mail }] = await Promise.all([readRegistration(deps), readNamesInUse(deps)]);
    return {
      firstAccount: isFirst,
      registration: isFirst ? 'open' : mode,
      identityProviders: [...deps.settings.identityProviders],
      mailsToFiles: mail === 'outbox',
    };
  }),
});
