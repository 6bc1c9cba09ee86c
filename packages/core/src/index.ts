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
export {
  type ProvidedIdentity,
  type ProviderFailureCode,
  ProviderSignInFailed,
  signInWithProvider,
} from './account/provider-sign-in.ts';
export { type Identity, identify, requireSession } from './auth/identity.ts';
export { beginFlow, type Flow, finishFlow, flowMinutes } from './auth/oauth-states.ts';
export { refusals } from './auth/refusals.ts';
export { detectLanguage, type Language } from './chat/language.ts';
export { compilePolicy, type PolicyRule } from './chat/policy.ts';
export { asksNotToRemember, germanMainClause, memoryRequested, memoryStatement } from './chat/remember.ts';
export type { Answer, Context, Credentials } from './context.ts';
export {
  type BackupSummary,
  backUp,
  connect,
  type Database,
  migrate,
  restore,
  startEmbedded,
} from './db/index.ts';
export * from './errors.ts';
export { keepHouse } from './housekeeping.ts';
export { ChangeFeed } from './live/changes.ts';
export { turnsOf } from './live/turns.ts';
export * from './ports.ts';
export { countCall } from './rate-limit/count-call.ts';
export { networkOf } from './rate-limit/rate-limit.ts';
export type { Access, Documentation, ProcedureMeta } from './rest.ts';
export { type AppRouter, appRouter } from './router.ts';
export { asTrpcError, describeError, type ShownError } from './trpc.ts';
