import { z } from 'zod';
import { limits } from './limits.ts';
import { anyText, id, strictBoolean, tidyText, timestamp } from './text.ts';

export const languages = ['auto', 'en', 'de', 'it'] as const;
export type PreferredLanguage = (typeof languages)[number];

/** Specification: User. */
export const user = z.object({
  id: id(),
  email: z.string(),
  displayName: z.string(),
  preferredLanguage: z.enum(languages),
  memoryEnabled: z.boolean(),
  webSearchEnabled: z.boolean(),
  displayNameChangePromptDisabled: z.boolean(),
});
export type User = z.infer<typeof user>;

/**
 * An address that mail can be sent to: a dot-atom of RFC 5322 (letters beyond ASCII allowed, RFC 6531)
 * and a domain of at least two labels.
 */
const address =
  /^(?=[^@]{1,64}@)[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])$/u;

export const email = tidyText(1, limits.emailCharsMax)
  .refine((text) => address.test(text), { error: 'email' })
  .meta({ format: 'email', example: 'ada@example.org' });

/** A new password: any characters, taken as they are. */
export const newPassword = anyText().min(limits.passwordCharsMin).max(limits.passwordCharsMax);

export const displayName = tidyText(0, limits.displayNameCharsMax);

const confirmed = (value: { password: string; confirmPassword: string }) =>
  value.password === value.confirmPassword;
const mismatch = { error: 'mismatch', path: ['confirmPassword'] };

export const registerInput = z
  .object({
    email,
    password: newPassword,
    confirmPassword: anyText(),
    displayName: displayName.optional(),
  })
  .refine(confirmed, mismatch);

export const loginInput = z.object({ email: anyText(), password: anyText() });
export const forgotInput = z.object({ email });
export const resetInput = z
  .object({ token: anyText(), password: newPassword, confirmPassword: anyText() })
  .refine(confirmed, mismatch);

export const profileInput = z
  .object({
    displayName: displayName.optional(),
    preferredLanguage: z.enum(languages).optional(),
    memoryEnabled: strictBoolean().optional(),
    webSearchEnabled: strictBoolean().optional(),
    displayNameChangePromptDisabled: strictBoolean().optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), { error: 'nothing' });

/** Beyond the specification: what the account page needs. */
export const changePasswordInput = z
  .object({
    /** Not needed by an account that has no password yet, shortly after signing in. */
    currentPassword: anyText().optional(),
    password: newPassword,
    confirmPassword: anyText(),
  })
  .refine(confirmed, mismatch);
export const deleteAccountInput = z.object({ password: anyText().optional() });
export const sessionById = z.object({ id: id() });

/** One sign-in that is still good. */
export const accountSession = z.object({
  id: id(),
  current: z.boolean(),
  signedInAt: timestamp(),
  expiresAt: timestamp(),
  userAgent: z.string().nullable(),
});
export type AccountSession = z.infer<typeof accountSession>;

export const accountSessionsOutput = z.object({ sessions: z.array(accountSession) });
export const endedSessionsOutput = z.object({ ok: z.literal(true), ended: z.int() });
export const signInMethodsOutput = z.object({
  password: z.boolean(),
  providers: z.array(z.object({ provider: z.string(), createdAt: timestamp() })),
});

export const sessionOutput = z.object({ user: user.nullable() });
export const signedInOutput = z.object({ user: z.object({ id: id(), email: z.string() }) });
export const profileOutput = z.object({ user });
export const messageOutput = z.object({ message: z.string() });
export const okOutput = z.object({ ok: z.literal(true) });
