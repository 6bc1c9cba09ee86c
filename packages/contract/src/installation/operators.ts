import { z } from 'zod';
import { email } from '../account/account.ts';
import { limits } from '../limits.ts';
import { anyText, singleLine, strictBoolean, tidyText, timestamp, wantedId } from '../primitives/text.ts';

/* For operators, in the web app only: accounts and registration. Never shows people's texts. */

/** Who may open an account: everybody, holders of an invitation link, or nobody. */
export const registrationModes = ['open', 'invitation', 'closed'] as const;
export type RegistrationMode = (typeof registrationModes)[number];

export const registrationInput = z.object({ mode: z.enum(registrationModes) });

export const invitation = z.object({
  /** Identifies the invitation; is not its token. */
  id: z.string(),
  /** The operator's note on the invited person. */
  note: z.string(),
  createdAt: timestamp(),
  expiresAt: timestamp(),
});
export type Invitation = z.infer<typeof invitation>;

export const registrationOutput = z.object({
  mode: z.enum(registrationModes),
  /** The environment takes precedence. */
  decidedBy: z.enum(['environment', 'operator', 'nobody']),
  /** Usable invitations, newest first. */
  invitations: z.array(invitation),
});

export const invitationInput = z.object({
  note: singleLine(0, limits.invitationNoteCharsMax),
  days: z.number().int().min(1).max(limits.invitationDaysMax),
});
/** The link is shown only this once. */
export const newInvitationOutput = invitation.extend({ link: z.string() });
export const invitationById = z.object({ id: anyText() });

const listedAccount = z.object({
  id: z.string(),
  email: z.string(),
  createdAt: timestamp(),
  restrictedAt: timestamp().nullable(),
  restrictedReason: z.string().nullable(),
  operator: z.boolean(),
  /** Whether the owner has proven the address. */
  addressProven: z.boolean(),
});
export type ListedAccount = z.infer<typeof listedAccount>;

export const accountsInput = z.object({
  /** Searches addresses. */
  q: tidyText(0, limits.searchCharsMax).optional(),
  /** Only accounts opened before this one: `next` of the previous page. */
  cursor: wantedId('Identifier of an account.').optional(),
});
export const accountsOutput = z.object({
  /** Newest first. */
  accounts: z.array(listedAccount),
  /** Start of the next page; null at the end. A page may have few accounts, or none, without being the last. */
  next: z.string().nullable(),
});

export const accountInput = z.object({ email });
export const restrictInput = accountInput.extend({
  reason: singleLine(0, limits.restrictionReasonCharsMax).optional(),
});
export const operatorInput = accountInput.extend({ operator: strictBoolean() });
/** The link is shown only this once. */
export const resetLinkOutput = z.object({ link: z.string(), expiresAt: timestamp() });
