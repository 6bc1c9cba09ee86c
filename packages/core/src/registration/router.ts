import {
  invitationById,
  invitationInput,
  newInvitationOutput,
  okOutput,
  registrationInput,
  registrationOutput,
} from '@jarvis/contract';
import { done, operatorOnly, router } from '../trpc.ts';
import { createInvitation, listInvitations, revokeInvitation } from './invitations.ts';
import { readRegistration, setRegistration } from './registration.ts';

/** Who may open an account, for operators. */
export const registrationRouter = router({
  show: operatorOnly.output(registrationOutput).query(async ({ ctx: { deps } }) => {
    const [{ mode, decidedBy }, invitations] = await Promise.all([
      readRegistration(deps),
      listInvitations(deps),
    ]);
    return { mode, decidedBy, invitations };
  }),

  change: operatorOnly
    .input(registrationInput)
    .output(okOutput)
    .mutation(({ ctx, input }) => done(setRegistration(ctx.deps, input.mode))),

  invite: operatorOnly
    .input(invitationInput)
    .output(newInvitationOutput)
    .mutation(({ ctx, input }) => createInvitation(ctx.deps, input)),

  revokeInvitation: operatorOnly
    .input(invitationById)
    .output(okOutput)
    .mutation(({ ctx, input }) => done(revokeInvitation(ctx.deps, input.id))),
});
