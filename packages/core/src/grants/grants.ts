import type { Grant } from '@jarvis/contract';
import { notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import type { Deps } from '../ports/deps.ts';
import { selectGrants } from './queries.ts';
import { destinationOf } from './redirects.ts';
import { endGrant } from './tokens.ts';

/** The connected programs, newest first. */
export async function listGrants({ db }: Pick<Deps, 'db'>, userId: string): Promise<Grant[]> {
  const rows = await selectGrants(db, { userId });
  return rows.map(({ id, clientName, clientHost, redirectUri, scopes, connectedAt, lastUsedAt }) => ({
    id,
    host: destinationOf(redirectUri)?.host ?? redirectUri,
    name: clientName,
    vouched: clientHost,
    scopes,
    connectedAt,
    lastUsedAt,
  }));
}

/** Disconnects a program from its next request on. Throws notFound. */
export async function revokeGrant(deps: Deps, userId: string, id: string): Promise<void> {
  if (!(await endGrant(deps, userId, parseId(id, 'Connected program')))) throw notFound('Connected program');
}
