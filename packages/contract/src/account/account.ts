import { z } from 'zod';
import { limits } from '../limits.ts';
import {
  anyText,
  described,
  id,
  shownFlag,
  shownText,
  strictBoolean,
  tidyText,
  timestamp,
} from '../primitives/text.ts';

/** The languages of the service's own texts, and of times in a text. */
export const textLanguages = ['en', 'de', 'it'] as const;
export type TextLanguage = (typeof textLanguages)[number];
export const languages = ['auto', ...textLanguages] as const;
export type PreferredLanguage = (typeof languages)[number];

const fields = {
  email: { description: 'E-mail address, fixed at sign-up.', examples: ['ada@example.org'] },
  newPassword: {
    description: `${limits.passwordCharsMin}-${limits.passwordCharsMax} characters of any kind, used exactly as sent.`,
    format: 'password',
    examples: ['correct horse battery staple'],
  },
  confirmPassword: {
    description: 'The password again.',
    format: 'password',
    examples: ['correct horse battery staple'],
  },
};

const called = {
  description: `What the person is called, up to ${limits.displayNameCharsMax} characters.`,
  examples: ['Ada'],
};
const language = {
  description: 'Language of the replies; `auto` is the language of the person’s messages.',
  examples: ['auto'],
};

const onOrOff = (description: string, initial: boolean) => ({
  initial,
  shown: z.boolean().meta({ description, examples: [initial] }),
  entered: strictBoolean().meta({ description, examples: [initial] }),
});

/**
 * The settings of an account: their initial values, and the schemas of output and input. Each is a column of the same
 * name in packages/core/src/db/schema/accounts.ts; schemas, statements and tests follow from both.
 */
const profile = {
  displayName: {
    initial: '',
    shown: z.string().max(limits.displayNameCharsMax).meta(called),
    entered: tidyText(0, limits.displayNameCharsMax).meta(called),
  },
  preferredLanguage: {
    initial: 'auto' as PreferredLanguage,
    shown: z.enum(languages).meta(language),
    entered: z.enum(languages).meta(language),
  },
  memoryEnabled: onOrOff('Whether memories are stored and used.', true),
  webSearchEnabled: onOrOff('Whether web searches are allowed.', true),
  displayNameChangePromptDisabled: onOrOff('Whether the suggestion of another name is switched off.', false),
};
type ProfileTable = typeof profile;

const ofEach = <Part extends 'initial' | 'shown' | 'entered'>(part: Part) =>
  Object.fromEntries(Object.entries(profile).map(([name, field]) => [name, field[part]])) as {
    [Name in keyof ProfileTable]: ProfileTable[Name][Part];
  };

export const newProfile = ofEach('initial');
export type Profile = typeof newProfile;
export const profileNames = Object.keys(profile) as readonly (keyof Profile)[];

/** Specification: User. */
export const user = z
  .object({ id: id(), email: z.string().meta(fields.email), ...ofEach('shown') })
  .meta({ id: 'User', description: 'An account and its preferences.' });
export type User = z.infer<typeof user>;

/** A dot-atom of RFC 5322 (RFC 6531: letters beyond ASCII) and a domain of at least two labels. */
const address =
  /^(?=[^@]{1,64}@)[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])$/u;

export const email = tidyText(1, limits.emailCharsMax)
  .refine((text) => address.test(text), { error: 'email' })
  .meta({ ...fields.email, description: 'E-mail address; its case does not matter.', format: 'email' });

/** A new password: any characters, neither trimmed nor normalised. */
export const newPassword = anyText()
  .min(limits.passwordCharsMin)
  .max(limits.passwordCharsMax)
  .meta(fields.newPassword);

const confirmPassword = anyText().meta(fields.confirmPassword);

export const displayName = profile.displayName.entered;

const confirmed = (value: { password: string; confirmPassword: string }) =>
  value.password === value.confirmPassword;
const mismatch = { error: 'mismatch', path: ['confirmPassword'] };

export const registerInput = z
  .object({
    email,
    password: newPassword,
    confirmPassword,
    displayName: displayName.optional(),
    invitation: described(
      anyText().optional(),
      'The token of an invitation link, if registration is by invitation.',
      'Zk3vT9cXbW5yQ7uR1sL8oN2mJ6hG4fD0aEiKpCtVxYw',
    ),
  })
  .refine(confirmed, mismatch);

export const loginInput = z.object({
  email: tidyText(0, limits.emailCharsMax).meta({
    ...fields.email,
    description: 'The account’s address; its case does not matter.',
  }),
  password: anyText().meta({ ...fields.newPassword, description: 'The account’s password.' }),
});
export const forgotInput = z.object({ email });
export const resetInput = z
  .object({
    token: described(
      anyText(),
      `The token of the mailed link: valid for ${limits.resetTokenMinutes} minutes, once.`,
      'Zk3vT9cXbW5yQ7uR1sL8oN2mJ6hG4fD0aEiKpCtVxYw',
    ),
    password: newPassword,
    confirmPassword,
  })
  .refine(confirmed, mismatch);

export const profileInput = z
  .object(ofEach('entered'))
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), { error: 'nothing' });

export const changePasswordInput = z
  .object({
    currentPassword: anyText()
      .optional()
      .meta({
        ...fields.newPassword,
        description: 'The current password. Not needed by an account without one, shortly after signing in.',
      }),
    password: newPassword,
    confirmPassword,
  })
  .refine(confirmed, mismatch);
export const deleteAccountInput = z.object({
  password: anyText()
    .optional()
    .meta({
      ...fields.newPassword,
      description: 'The account’s password. Not needed within ten minutes of signing in.',
    }),
});

const sessionId = {
  description: 'Identifier of the sign-in.',
  examples: ['5d41402abc4b2a76b9719d911017c592ae1f0c3d9b8e7a6f5c4d3b2a19081726'],
};

export const sessionById = z.object({ id: anyText().meta(sessionId) });

const accountSession = z
  .object({
    id: z.string().meta(sessionId),
    current: shownFlag('Whether it is the caller’s own.', true),
    signedInAt: timestamp('When the person last proved who they are.'),
    expiresAt: timestamp('When it ends without further use.'),
    userAgent: described(
      z.string().nullable(),
      'The browser’s user agent.',
      'Mozilla/5.0 (X11; Linux x86_64)',
    ),
  })
  .meta({ id: 'AccountSession', description: 'A valid sign-in.' });

export const accountSessionsOutput = z.object({ sessions: z.array(accountSession) });
export const endedSessionsOutput = z.object({
  ok: z.literal(true),
  ended: described(z.int().min(0), 'The number of ended sign-ins.', 2),
});
export const signInMethodsOutput = z.object({
  password: z.boolean(),
  providers: z.array(z.object({ provider: z.string(), createdAt: timestamp() })),
});

/** The person's instructions for replies; the text is kept while they are switched off. */
export const customInstructions = z.object({
  text: tidyText(0, limits.customInstructionsCharsMax),
  enabled: strictBoolean(),
});

/** A notice that the app shows the owner once, after the first proof of their address; null when there is none. */
export const proofNoticeOutput = z.object({
  notice: z.object({ keysRevoked: z.int(), since: timestamp() }).nullable(),
});

export const sessionOutput = z.object({
  user: user.nullable().describe('The account of the session; null when signed out.'),
});
export const signedInOutput = z.object({
  user: z
    .object({ id: id(), email: z.string().meta(fields.email) })
    .meta({ id: 'SignedInUser', description: 'The signed-in account.' }),
});
export const profileOutput = z.object({ user });
export const messageOutput = z.object({
  message: shownText(
    'A fixed text, the same for every address.',
    'If an account exists for that address, a reset link is on its way.',
  ),
});
export const okOutput = z.object({ ok: z.literal(true) });

/** For the web app only: the size of the account's texts and its maximum, in bytes; null without a maximum. */
export const storageOutput = z.object({ bytes: z.number(), bytesMax: z.number() }).nullable();
export type StorageUsed = NonNullable<z.infer<typeof storageOutput>>;
