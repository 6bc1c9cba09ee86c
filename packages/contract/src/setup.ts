import { z } from 'zod';
import { registrationModes } from './operators.ts';
import { searchProviderIds } from './providers.ts';

/**
 * For the web app only: what the installation is connected to, and whether its last use failed; why is for operators.
 * Reveals no setting's value.
 */
export const connectionsOutput = z.object({
  /** Whether who asks is an operator of the installation. */
  operator: z.boolean(),
  model: z.object({ name: z.string(), builtin: z.boolean(), failing: z.boolean() }),
  search: z.object({ name: z.enum(searchProviderIds).nullable(), failing: z.boolean() }),
  mail: z.object({ name: z.enum(['smtp', 'outbox']), failing: z.boolean() }),
  identityProviders: z.array(z.enum(['google', 'github'])),
  /** Whether programs can be connected by signing in, without a key. */
  connect: z.boolean(),
});
export type Connections = z.infer<typeof connectionsOutput>;

/** For the web app only: what the sign-in page offers, to anyone. */
export const signInOptionsOutput = z.object({
  /** No account was ever opened here: whoever opens one is the operator. */
  firstAccount: z.boolean(),
  /** Who may open an account. */
  registration: z.enum(registrationModes),
  identityProviders: z.array(z.enum(['google', 'github'])),
  /** Mails are written to files: whoever waits for one has to ask the operator. */
  mailsToFiles: z.boolean(),
});
