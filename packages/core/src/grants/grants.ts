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
  return rows.map(({ redirectUri, ...row }) => ({
    ...row,
    host: destinationOf(redirectUri)?.host ?? redirectUri,
  }));
}

/** Disconnects a program from its next request on. Throws notFound. */
export async function revokeGrant(deps: Deps, userId: string, id: string): Promise<void> {
  if (!(await endGrant(deps, userId, parseId(id, 'Connected program')))) throw notFound('Connected program');
}
