import { z } from 'zod';
import { scope } from './scopes.ts';
import { id, strictBoolean, timestamp, wantedId } from './text.ts';

/** Who a program says it is, and what is known of that. */
const program = {
  /** Where the browser is sent: the one fact about a program. A host, or the scheme of an app (`cursor:`). */
  host: z.string(),
  /** What the program calls itself, on one line; the host where it says nothing. */
  name: z.string(),
  /** The host that vouches for the name; null: nobody does. */
  vouched: z.string().nullable(),
};

/** A program that was connected. Specification: Connected programs. */
export const grant = z.object({
  id: id(),
  ...program,
  scopes: z.array(scope),
  connectedAt: timestamp(),
  /** At most a minute stale; null before its first use. */
  lastUsedAt: timestamp().nullable(),
});
export type Grant = z.infer<typeof grant>;

export const grantsOutput = z.object({ grants: z.array(grant) });
export const grantById = z.object({ id: wantedId('Identifier of the connected program.') });

/** What a program asks a person for, as the consent page shows it. */
export const consentRequest = z.object({
  ...program,
  /** That is on the person's own computer. */
  loopback: z.boolean(),
  /** The site of the well-known program whose name this one bears and which it is not; null: nothing to warn of. */
  warning: z.string().nullable(),
  /** What it asks for, in order; none: the command line, which gets a key with full rights. */
  scopes: z.array(z.object({ scope, ticked: z.boolean() })),
});
export type ConsentRequest = z.infer<typeof consentRequest>;

/** The token of a request, as its page's address has it. */
export const requestByUid = z.object({ uid: z.string().regex(/^[\w-]{43}$/) });
export const consentOutput = z.object({ request: consentRequest });
export const decisionInput = z.object({
  uid: requestByUid.shape.uid,
  allow: strictBoolean(),
  /** Those that are ticked; without it, those that are ticked at first. */
  scopes: z.array(scope).optional(),
});
/** Where the browser goes next. */
export const decisionOutput = z.object({ location: z.string() });
