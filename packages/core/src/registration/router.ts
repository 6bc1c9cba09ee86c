import * as contract from '@jarvis/contract';
import { done, operatorOnly, router } from '../trpc.ts';
import { createInvitation, listInvitations, revokeInvitation } from './invitations.ts';
import { readRegistration, setRegistration } from './registration.ts';

/** Who may open an account, for operators. */
export const registrationRouter = router({
  show: operatorOnly.output(contract.registrationOutput).query(async ({ ctx: { deps } }) => {
    const [{ mode, decidedBy }, invitations] = await Promise.all([
      readRegistration(deps),
      listInvitations(deps),
    ]);
    return { mode, decidedBy, invitations };
  }),

  change: operatorOnly
    .input(contract.registrationInput)
    .output(contract.okOutput)
    .mutation(({ ctx, input }) => done(setRegistration(ctx.deps, input.mode))),

  invite: operatorOnly
    .input(contract.invitationInput)
    .output(contract.newInvitationOutput)
    .mutation(({ ctx, input }) => createInvitation(ctx.deps, input)),

  revokeInvitation: operatorOnly
    .input(contract.invitationById)
    .output(contract.okOutput)
    .mutation(({ ctx, input }) => done(revokeInvitation(ctx.deps, input.id))),
});
