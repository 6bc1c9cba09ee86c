export { exportAccount } from './account/export-account.ts';
export {
  listAccounts,
  listRestrictedAddresses,
  makeResetLink,
  restrictAccount,
  restrictAddress,
  showAccount,
  unrestrictAccount,
  unrestrictAddress,
} from './account/operator.ts';
export { deliverDueResetMails } from './account/password-reset.ts';
export {
  type ProvidedIdentity,
  type ProviderFailureCode,
  ProviderSignInFailed,
  signInWithProvider,
} from './account/provider-sign-in.ts';
export { type Caller, findCaller, requireSession } from './auth/caller.ts';
export { beginFlow, type Flow, finishFlow, flowMinutes } from './auth/oauth-states.ts';
export { refusals } from './auth/refusals.ts';
export { builtinModel } from './builtin-model/builtin-model.ts';
export { ChangeFeed } from './change-feed/change-feed.ts';
export { gatherContext } from './chat/context/context.ts';
export { storeTurn } from './chat/queries.ts';
export { TurnService } from './chat/streaming/turns.ts';
export { compilePolicy, type PolicyRule } from './chat/turn/policy.ts';
export { clockOf, systemClock } from './clock.ts';
export type { Answer, Context, Credentials } from './context.ts';
export { migrationsFolder } from './db/migrations.ts';
export * from './errors.ts';
export { keepHouse, sweep } from './housekeeping.ts';
export { newId } from './ids.ts';
export { saveMemory } from './memories/memories.ts';
export * from './ports.ts';
export { countCall } from './rate-limit/count-call.ts';
export { networkOf } from './rate-limit/rate-limit.ts';
export type { Access, Documentation, ProcedureMeta } from './rest.ts';
export { type AppRouter, appRouter } from './router.ts';
export { tokensOf } from './text/tokens.ts';
export { asTrpcError, describeError, type ShownError } from './trpc.ts';
export { recordLookup } from './web/lookups.ts';
