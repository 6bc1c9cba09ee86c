import * as contract from '@jarvis/contract';
import { authenticate } from '../auth/caller.ts';
import { selectSessions } from '../auth/queries.ts';
import { emailKeyOf } from '../auth/restrictions.ts';
import { fingerprint } from '../auth/secret-tokens.ts';
import { endOtherSessions, endSession, endSessionOf } from '../auth/sessions.ts';
import { countCall } from '../rate-limit/rate-limit.ts';
import { rest } from '../rest.ts';
import { readStorage } from '../storage/storage.ts';
import { anyone, router, sessionOnly } from '../trpc.ts';
import { browserOf, listSignInMethods, register, signIn, updateProfile } from './account.ts';
import { changePassword } from './change-password.ts';
import { deleteAccount } from './delete-account.ts';
import { documented } from './documentation.ts';
import { requestReset, reset, resetRequested } from './password-reset.ts';
import { dismissProofNotice } from './prove-address.ts';
import { selectById } from './queries.ts';

export const accountRouter = router({
  storage: sessionOnly
    .output(contract.storageOutput)
    .query(({ ctx }) => readStorage(ctx.deps, ctx.caller.userId)),

  session: anyone
    .meta(rest('GET', '/auth/session', documented.getSession))
    .output(contract.sessionOutput)
    .query(async ({ ctx }) => {
      const caller = ctx.caller ?? (await authenticate(ctx));
      return { user: caller?.via === 'session' ? caller.user : null };
    }),

  register: anyone
    .limited('registrationPerNetwork')
    .meta(rest('POST', '/auth/register', documented.register))
    .input(contract.registerInput)
    .output(contract.signedInOutput)
    .mutation(async ({ ctx, input }) => {
      const { user, session } = await register(ctx.deps, input, browserOf(ctx));
      ctx.answer.session = session;
      return { user };
    }),

  login: anyone
    .limited('signInPerNetwork')
    .meta(rest('POST', '/auth/login', documented.signIn))
    .input(contract.loginInput)
    .output(contract.signedInOutput)
    .mutation(async ({ ctx, input }) => {
      await countCall(ctx, 'signInPerEmail', addressSubject(input.email));
      const { user, session } = await signIn(ctx.deps, input, browserOf(ctx));
      ctx.answer.session = session;
      return { user };
    }),

  logout: sessionOnly.ok.meta(rest('POST', '/auth/logout', documented.signOut)).mutation(async ({ ctx }) => {
    await endSessionOf(ctx.deps, ctx.credentials.sessionToken);
    ctx.deps.changes.publish(ctx.caller.userId, 'account');
    ctx.answer.session = null;
  }),

  forgot: anyone
    .limited('resetRequestPerNetwork')
    .meta(rest('POST', '/auth/forgot', documented.requestPasswordReset))
    .input(contract.forgotInput)
    .output(contract.messageOutput)
    .mutation(async ({ ctx, input }) => {
      await countCall(ctx, 'resetRequestPerEmail', addressSubject(input.email));
      await requestReset(ctx.deps, emailKeyOf(input.email));
      return { message: resetRequested };
    }),

  reset: anyone.ok
    .meta(rest('POST', '/auth/reset', documented.resetPassword))
    .input(contract.resetInput)
    .mutation(({ ctx, input }) => reset(ctx.deps, input)),

  updateProfile: sessionOnly
    .meta(rest('PATCH', '/auth/profile', documented.updateProfile))
    .input(contract.profileInput)
    .output(contract.profileOutput)
    .mutation(async ({ ctx, input }) => ({
      user: await updateProfile(ctx.deps, ctx.caller.userId, input),
    })),

  sessions: sessionOnly
    .meta(rest('GET', '/auth/sessions', documented.listSessions))
    .output(contract.accountSessionsOutput)
    .query(async ({ ctx: { deps, caller } }) => {
      const sessions = await selectSessions(deps.db, { userId: caller.userId, now: deps.clock.nowIso() });
      return { sessions: sessions.map((each) => ({ ...each, current: each.id === caller.sessionId })) };
    }),

  endSession: sessionOnly.ok
    .meta(rest('DELETE', '/auth/sessions/{id}', documented.endSession))
    .input(contract.sessionById)
    .mutation(async ({ ctx, input }) => {
      await endSession(ctx.deps, ctx.caller.userId, input.id);
      if (input.id === ctx.caller.sessionId) ctx.answer.session = null;
    }),

  endOtherSessions: sessionOnly
    .meta(rest('DELETE', '/auth/sessions', documented.endOtherSessions))
    .output(contract.endedSessionsOutput)
    .mutation(async ({ ctx }) => {
      const { userId, sessionId } = ctx.caller;
      return { ok: true as const, ended: await endOtherSessions(ctx.deps, userId, sessionId) };
    }),

  changePassword: sessionOnly
    .limited('passwordChecks')
    .ok.meta(rest('POST', '/auth/password', documented.changePassword))
    .input(contract.changePasswordInput)
    .mutation(async ({ ctx, input }) => {
      ctx.answer.session = await changePassword(ctx.deps, ctx.caller, input, ctx.userAgent);
    }),

  signInMethods: sessionOnly
    .output(contract.signInMethodsOutput)
    .query(({ ctx }) => listSignInMethods(ctx.deps, ctx.caller.userId)),

  proofNotice: sessionOnly.output(contract.proofNoticeOutput).query(async ({ ctx }) => ({
    notice: (await selectById.first(ctx.deps.db, { userId: ctx.caller.userId }))?.proofNotice ?? null,
  })),

  dismissProofNotice: sessionOnly.ok.mutation(({ ctx }) => dismissProofNotice(ctx.deps, ctx.caller.userId)),

  deleteAccount: sessionOnly
    .limited('passwordChecks')
    .ok.meta(rest('POST', '/auth/delete', documented.deleteAccount))
    .input(contract.deleteAccountInput)
    .mutation(async ({ ctx, input }) => {
      await deleteAccount(ctx.deps, ctx.caller, input.password);
      ctx.answer.session = null;
    }),
});

/** The rate limit's key for an e-mail address: bounded in length, and the address itself is not stored. */
const addressSubject = (email: string) => fingerprint(emailKeyOf(email));
