import { z } from 'zod';
import { byId, id, strictBoolean, timestamp } from '../primitives/text.ts';
import { scope } from './scopes.ts';

/** A program's claims, and their verification. */
const program = {
  /** The redirect's host, the one verified fact about a program; or an app's scheme (`cursor:`). */
  host: z.string(),
  /** The program's own name, on one line; the host if it has none. */
  name: z.string(),
  /** The host that vouches for the name; null if none does. */
  vouched: z.string().nullable(),
};

/** A connected program. Specification: Connected programs. */
export const grant = z.object({
  id: id(),
  ...program,
  scopes: z.array(scope),
  connectedAt: timestamp(),
  /** At most a minute out of date; null before its first use. */
  lastUsedAt: timestamp().nullable(),
});
export type Grant = z.infer<typeof grant>;

export const grantsOutput = z.object({ grants: z.array(grant) });
export const grantById = byId('connected program');

/** A program's request to a person, for the consent page. */
const consentRequest = z.object({
  ...program,
  /** The redirect goes to the person's own computer. */
  loopback: z.boolean(),
  /** The site of the well-known program whose name this one uses without being it; null: no warning. */
  warning: z.string().nullable(),
  /** The requested scopes, in order; none: the command line, which gets a key with full rights. */
  scopes: z.array(z.object({ scope, ticked: z.boolean() })),
});
export type ConsentRequest = z.infer<typeof consentRequest>;

/** The token of a request, from its page's address. A malformed one counts as missing. */
export const requestByUid = z.object({ uid: z.string() });
export const consentOutput = z.object({ request: consentRequest });
export const decisionInput = requestByUid.extend({
  allow: strictBoolean(),
  /** The ticked scopes; without it, those ticked by default. */
  scopes: z.array(scope).optional(),
});
/** The browser's next address. */
export const decisionOutput = z.object({ location: z.string() });
