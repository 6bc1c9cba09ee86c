import * as contract from '@jarvis/contract';
import { operatorOnly, router } from '../trpc.ts';
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

  change: operatorOnly.ok
    .input(contract.registrationInput)
    .mutation(({ ctx, input }) => setRegistration(ctx.deps, input.mode)),

  invite: operatorOnly
    .input(contract.invitationInput)
    .output(contract.newInvitationOutput)
    .mutation(({ ctx, input }) => createInvitation(ctx.deps, input)),

  revokeInvitation: operatorOnly.ok
    .input(contract.invitationById)
    .mutation(({ ctx, input }) => revokeInvitation(ctx.deps, input.id)),
});
