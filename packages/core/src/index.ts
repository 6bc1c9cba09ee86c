export { deliverDueResetMails } from './account/password-reset.ts';
export { flowMinutes } from './account/provider-sign-in.ts';
export { accountRoutes } from './account/routes.ts';
export { compilePolicy } from './assistant/answer/policy.ts';
export { takeTurn } from './assistant/turn.ts';
export {
  keepWaitingTurn,
  newStart,
  startAfter,
  startIn,
  type TurnStart,
} from './assistant/waiting/waiting.ts';
export { makeKey } from './auth/api-key-format.ts';
export { isGrantToken } from './auth/grant-token.ts';
export { whileAllowed } from './auth/guarded-stream.ts';
export { Argon2Passwords } from './auth/passwords.ts';
export { backedUpSchema } from './backed-up.ts';
export { builtinModel } from './builtin-model/builtin-model.ts';
export { calendarRoutes } from './calendar-feeds/router.ts';
export type { Caller } from './callers.ts';
export { ChangeFeed } from './change-feed/change-feed.ts';
export type { KeptReply } from './chat/asked-for.ts';
export { chatRoutes } from './chat/routes.ts';
export { clockOf, systemClock } from './clock.ts';
export { byStatus, failureOf, isCertificateCode } from './connections/failures.ts';
export { type NamesInUse, readNamesInUse } from './connections/in-use.ts';
export type { AnswerDetails, Context } from './context.ts';
export { migrationsFolder } from './db/migrations.ts';
export { deliverer } from './deliveries/deliver.ts';
export { pausedSince, pauseOutside, resumeOutside } from './deliveries/paused.ts';
export { mailRoutes } from './deliveries/routes.ts';
export { showOutside } from './deliveries/show-outside.ts';
export * from './errors.ts';
export { type Content, removeUnnamed } from './files/files.ts';
export { isPicture, kindOf } from './files/media-type.ts';
export { pageOfFiles, unattachedMsMax } from './files/queries.ts';
export { readWaitingFiles } from './files/reading.ts';
export { filesRoutes, type ReadForm } from './files/routes.ts';
export { keepFile } from './files/upload.ts';
export type { AuthorizationRequest } from './grants/consent.ts';
export { tidyName } from './grants/known-programs.ts';
export { destinationOf, isAmongRedirects, withAnswer } from './grants/redirects.ts';
export { grantRoutes } from './grants/routes.ts';
export { accessDays } from './grants/tokens.ts';
export { keepHouse, sweep } from './housekeeping.ts';
export { workOnce } from './idempotency/idempotency.ts';
export { idempotencyRefusals } from './idempotency/outcome.ts';
export { newId } from './ids.ts';
export { keepTime } from './keep-time.ts';
export { recordLookup } from './lookups/lookups.ts';
export { saveMemory } from './memories/memories.ts';
export {
  endSessionsOf,
  listAccounts,
  makeResetLink,
  restrictAccount,
  setOperator,
  showAccount,
  unrestrictAccount,
} from './operator/accounts.ts';
export { listRestrictedAddresses, restrictAddress, unrestrictAddress } from './operator/addresses.ts';
export { takeNewest } from './page.ts';
export * from './ports/client-turn.ts';
export * from './ports/connections.ts';
export * from './ports/deps.ts';
export * from './ports/identity-provider.ts';
export * from './ports/outside.ts';
export * from './ports/reader.ts';
export * from './ports/turns.ts';
export { AccountShares } from './rate-limit/account-shares.ts';
export { waitIn } from './rate-limit/wait-in.ts';
export { refusals } from './refusals.ts';
export { takeTurnInStream } from './replies/streams.ts';
export { TurnService } from './replies/turns.ts';
export type { Documentation, ProcedureMeta } from './rest.ts';
export { type AppRouter, appRouter } from './router.ts';
export { planner } from './schedule-runs/plan.ts';
export { runner } from './schedule-runs/run.ts';
export { measureStorage } from './storage/storage.ts';
export { countSecrets, type SecretsReport, trySecrets } from './stored-secrets.ts';
export { tellDays } from './telling/tell-days.ts';
export { tellReminders } from './telling/tell-reminders.ts';
export { cutAtWord } from './text/cut.ts';
export { tokensOf } from './text/token-budget.ts';
export { meetZoneDatabase } from './time/zone-database.ts';
export { anyone, describeError, keyOrSession, router } from './trpc.ts';
