import { z } from 'zod';
import { registrationModes } from './operators.ts';
import { searchProviderIds } from './providers.ts';

/** For the web app only: reveals no setting's value, and only operators see why a connection fails. */
export const connectionsOutput = z.object({
  /** Whether the caller is an operator of the installation. */
  operator: z.boolean(),
  model: z.object({ name: z.string(), builtin: z.boolean(), failing: z.boolean() }),
  search: z.object({ name: z.enum(searchProviderIds).nullable(), failing: z.boolean() }),
  mail: z.object({ name: z.enum(['smtp', 'outbox']), failing: z.boolean() }),
  /** Whether programs can be connected by signing in, without a key. */
  connect: z.boolean(),
  /** Whether schedules can be made and run. */
  schedules: z.boolean(),
  /** The address for people and programs, without a final slash; a page may have been opened at another one. */
  publicUrl: z.string(),
});
export type Connections = z.infer<typeof connectionsOutput>;

/** For the web app only: the options of the sign-in page, for everybody. */
export const signInOptionsOutput = z.object({
  /** No account was ever opened here: the first person to register becomes the operator. */
  firstAccount: z.boolean(),
  registration: z.enum(registrationModes),
  identityProviders: z.array(z.enum(['google', 'github'])),
  /** Mails are written to files: people have to ask the operator for theirs. */
  mailsToFiles: z.boolean(),
});
