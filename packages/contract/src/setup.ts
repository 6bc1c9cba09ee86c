import { z } from 'zod';

/** Beyond the specification: what the installation is connected to, for the web app. Reveals no setting's value. */
export const connectionsOutput = z.object({
  model: z.object({ name: z.string(), builtin: z.boolean() }),
  search: z.object({ name: z.string().nullable() }),
  mail: z.object({ name: z.enum(['smtp', 'outbox']) }),
  identityProviders: z.array(z.enum(['google', 'github'])),
});
export type Connections = z.infer<typeof connectionsOutput>;

/** Beyond the specification: what the sign-in page offers, to anyone. */
export const waysInOutput = z.object({
  identityProviders: z.array(z.enum(['google', 'github'])),
  /** Mails are written to files: whoever waits for one has to ask the operator. */
  mailsToFiles: z.boolean(),
});
