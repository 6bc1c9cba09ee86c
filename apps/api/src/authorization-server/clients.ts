import { isAmongRedirects, placeOf, tidyName } from '@jarvis/core';
import type { FetchDocument } from './client-document.ts';
import { knownDocuments } from './known-documents.ts';

/** A program as far as it has told who it is. */
export interface Client {
  readonly id: string;
  readonly name: string;
  /** The host that vouches for the name; null: nobody does. */
  readonly host: string | null;
  readonly redirectUris: readonly string[];
}

/** The command line of Jarvis itself, which gets a key. */
export const commandLineId = 'jarvis-cli';
export const codePage = (publicUrl: string): string => `${publicUrl}/connect/code`;

const registeredStart = 'dcr_';
const registeredCharsMax = 6_000;
const redirectsMax = 20;

/** What a program registers: its name, and where its codes go. Undefined where no code could go there. */
export function registrationOf(
  fields: Readonly<Record<string, unknown>>,
): Omit<Client, 'id' | 'host'> | undefined {
  const { client_name: name, redirect_uris: redirectUris } = fields;
  if (!Array.isArray(redirectUris) || redirectUris.length === 0 || redirectUris.length > redirectsMax)
    return undefined;
  if (!redirectUris.every((uri) => typeof uri === 'string' && placeOf(uri) !== undefined)) return undefined;
  return { name: tidyName(name, placeOf(redirectUris[0])?.host ?? ''), redirectUris };
}

/**
 * The id of a registration, which is the registration itself: there is no row to flood with, and none to lose. Undefined
 * where it would be too long for an address.
 */
export function registeredId({ name, redirectUris }: Omit<Client, 'id' | 'host'>): string | undefined {
  const id = registeredStart + Buffer.from(JSON.stringify([name, redirectUris])).toString('base64url');
  return id.length > registeredCharsMax ? undefined : id;
}

/** Made by whom it may: what is read is checked as if it were registered now. */
function readRegistered(id: string): Client | undefined {
  if (!id.startsWith(registeredStart) || id.length > registeredCharsMax) return undefined;
  try {
    const text = Buffer.from(id.slice(registeredStart.length), 'base64url').toString();
    const [name, redirectUris] = JSON.parse(text) as readonly unknown[];
    const client = registrationOf({ client_name: name, redirect_uris: redirectUris });
    return client && { id, host: null, ...client };
  } catch {
    return undefined;
  }
}

/** Whether the id is an address of a document, in the one spelling that is taken. */
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

/** Whether an id is one that a program could have, so that a stranger's is told from a wrong code. */
export const couldBeClient = (id: string): boolean =>
  id === commandLineId || isDocumentId(id) || readRegistered(id) !== undefined;

/**
 * The program with this id and one of its redirect addresses. A document is fetched by `fetchDocument`, unless it is
 * one of those that are built in. Undefined when there is no such program, or it has named another address.
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
    // The page for codes is ours whatever its scheme, also on an installation without https.
    const ours = { id, name: 'Jarvis command line', host: new URL(publicUrl).host, redirectUris };
    return redirectUri === codePage(publicUrl) ? ours : fits(ours);
  }
  if (!isDocumentId(id)) return fits(readRegistered(id));
  const known = knownDocuments.find((document) => document.client_id === id);
  return (
    fits(known && parseClientDocument(id, known)) ?? fits(parseClientDocument(id, await fetchDocument(id)))
  );
}

/** A program by its document, for whose name its host vouches. Undefined where the document is another's. */
function parseClientDocument(id: string, document: unknown): Client | undefined {
  if (typeof document !== 'object' || document === null) return undefined;
  const fields = document as Readonly<Record<string, unknown>>;
  const client = fields.client_id === id ? registrationOf(fields) : undefined;
  return client && { id, host: new URL(id).host, ...client };
}
