import { z } from 'zod';
import { email } from './account.ts';
import { limits } from './limits.ts';
import { anyText, singleLine, strictBoolean, tidyText, timestamp, wantedId } from './text.ts';

/*
 * For operators, in the web app only: accounts, and who may open one. Nothing here shows what people wrote.
 */

/** Who may open an account: everybody, whoever has an invitation link, or nobody. */
export const registrationModes = ['open', 'invitation', 'closed'] as const;
export type RegistrationMode = (typeof registrationModes)[number];

export const registrationInput = z.object({ mode: z.enum(registrationModes) });

export const invitation = z.object({
  /** Names it; opens nothing. */
  id: z.string(),
  /** Whom it is for, in the operator's words. */
  note: z.string(),
  createdAt: timestamp(),
  expiresAt: timestamp(),
});
export type Invitation = z.infer<typeof invitation>;

export const registrationOutput = z.object({
  mode: z.enum(registrationModes),
  /** The environment wins. */
  decidedBy: z.enum(['environment', 'operator', 'nobody']),
  /** Those that can still be used, newest first. */
  invitations: z.array(invitation),
});

export const invitationInput = z.object({
  note: singleLine(0, limits.invitationNoteCharsMax),
  days: z.number().int().min(1).max(limits.invitationDaysMax),
});
/** The only time that the link is shown. */
export const newInvitationOutput = invitation.extend({ link: z.string() });
export const invitationById = z.object({ id: anyText() });

export const listedAccount = z.object({
  id: z.string(),
  email: z.string(),
  createdAt: timestamp(),
  restrictedAt: timestamp().nullable(),
  restrictedReason: z.string().nullable(),
  operator: z.boolean(),
  /** Whether anybody has shown that the address is theirs. */
  addressProven: z.boolean(),
});
export type ListedAccount = z.infer<typeof listedAccount>;

export const accountsInput = z.object({
  /** In the address. */
  q: tidyText(0, limits.searchCharsMax).optional(),
  /** Only those that were opened before this one: `next` of the page before. */
  cursor: wantedId('Identifier of an account.').optional(),
});
export const accountsOutput = z.object({
  /** Newest first. */
  accounts: z.array(listedAccount),
  /** Where the next page goes on; null at the end. A page may have few accounts, or none, and not be the last. */
  next: z.string().nullable(),
});

export const accountInput = z.object({ email });
export const restrictInput = accountInput.extend({
  reason: singleLine(0, limits.restrictionReasonCharsMax).optional(),
});
export const operatorInput = accountInput.extend({ operator: strictBoolean() });
/** The only time that the link is shown. */
export const resetLinkOutput = z.object({ link: z.string(), expiresAt: timestamp() });
