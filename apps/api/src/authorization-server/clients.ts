import { destinationOf, isAmongRedirects, tidyName } from '@jarvis/core';
import type { FetchDocument } from './client-document.ts';
import { knownDocuments } from './known-documents.ts';

/** A program and its own claims. */
export interface Client {
  readonly id: string;
  readonly name: string;
  /** The host that vouches for the name; null if none does. */
  readonly host: string | null;
  readonly redirectUris: readonly string[];
}

/** Jarvis's own command line, which gets a key. */
export const commandLineId = 'jarvis-cli';
const codePage = (publicUrl: string): string => `${publicUrl}/connect/code`;

const registeredStart = 'dcr_';
const registeredCharsMax = 6_000;
const redirectsMax = 20;

/** A program's registration: its name, and its usable redirect addresses. Undefined if it has none, or too many. */
export function registrationOf(
  fields: Readonly<Record<string, unknown>>,
): Omit<Client, 'id' | 'host'> | undefined {
  const { client_name: name, redirect_uris: named } = fields;
  if (!Array.isArray(named) || named.length > redirectsMax) return undefined;
  const redirectUris = named.filter((uri) => typeof uri === 'string' && destinationOf(uri) !== undefined);
  if (redirectUris.length === 0) return undefined;
  return { name: tidyName(name, destinationOf(redirectUris[0])?.host ?? ''), redirectUris };
}

/**
 * The id of a registration, which contains the registration itself: no row can be flooded or lost. Undefined if it
 * would be too long for a URL.
 */
export function registeredId({ name, redirectUris }: Omit<Client, 'id' | 'host'>): string | undefined {
  const id = registeredStart + Buffer.from(JSON.stringify([name, redirectUris])).toString('base64url');
  return id.length > registeredCharsMax ? undefined : id;
}

/** Anybody may have built the id, so its content is checked like a new registration. */
function readRegistered(id: string): Client | undefined {
  if (!/^dcr_[\w-]+$/.test(id) || id.length > registeredCharsMax) return undefined;
  try {
    const text = Buffer.from(id.slice(registeredStart.length), 'base64url').toString();
    const [name, redirectUris] = JSON.parse(text) as readonly unknown[];
    const client = registrationOf({ client_name: name, redirect_uris: redirectUris });
    return client && { id, host: null, ...client };
  } catch {
    return undefined;
  }
}

/** Whether the id is the address of a document, in its one accepted spelling. */
export function isDocumentId(id: string): boolean {
  const url = URL.parse(id);
  return (
    url?.protocol === 'https:' &&
    url.href === id &&
    id.length <= 500 &&
    url.pathname !== '/' &&
    `${url.username}${url.password}${url.search}${url.hash}` === ''
  );
}

/** Whether an id has a valid form: all others are `invalid_client`, a wrong code is `invalid_grant`. */
export const couldBeClient = (id: string): boolean =>
  id === commandLineId || isDocumentId(id) || readRegistered(id) !== undefined;

/**
 * The program with this id and one of its redirect addresses. `fetchDocument` fetches its document, unless that is
 * built in. Undefined when there is no such program, or it has other addresses.
 */
export async function findClient(
  publicUrl: string,
  { id, redirectUri }: { readonly id: string; readonly redirectUri: string },
  fetchDocument: FetchDocument,
): Promise<Client | undefined> {
  const fits = (client: Client | undefined) =>
    client && isAmongRedirects(redirectUri, client.redirectUris) ? client : undefined;
  if (id === commandLineId) {
    const redirectUris = ['http://127.0.0.1/callback', codePage(publicUrl)];
    // The page for codes is ours, with any scheme, also on an installation without https.
    const ours = { id, name: 'Jarvis command line', host: new URL(publicUrl).host, redirectUris };
    return redirectUri === codePage(publicUrl) ? ours : fits(ours);
  }
  if (!isDocumentId(id)) return fits(readRegistered(id));
  const known = knownDocuments.find((document) => document.client_id === id);
  return (
    fits(known && parseClientDocument(id, known)) ?? fits(parseClientDocument(id, await fetchDocument(id)))
  );
}

/** A program from its document, whose host vouches for its name. Undefined for any other document. */
function parseClientDocument(id: string, document: unknown): Client | undefined {
  if (typeof document !== 'object' || document === null) return undefined;
  const fields = document as Readonly<Record<string, unknown>>;
  const client = fields.client_id === id ? registrationOf(fields) : undefined;
  return client && { id, host: new URL(id).host, ...client };
}
