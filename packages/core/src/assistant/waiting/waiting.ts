import { isForeignKeyViolation } from '@jarvis/database';
import { continueFrom } from '../../conversations/versions/versions.ts';
import { notFound } from '../../errors.ts';
import { parseId } from '../../ids.ts';
import type { Deps } from '../../ports/deps.ts';
import type { TurnInput } from '../../ports/turns.ts';
import { insertWaitingTurn, selectWaitingTurn, selectWaitingTurnOf } from './queries.ts';

/** A turn that waits for the results of a program's own tools. No part of it is in a conversation yet. */
type WaitingTurn = Awaited<ReturnType<typeof selectWaitingTurn>>[number];

/**
 * Stores a turn under the id of its future reply, so that a program need not repeat it with the results. Throws
 * notFound when its conversation was deleted meanwhile.
 */
export async function keepWaitingTurn(
  { db }: Deps,
  userId: string,
  turn: WaitingTurn & { readonly id: string },
): Promise<void> {
  try {
    await insertWaitingTurn(db, { userId, ...turn });
  } catch (error) {
    throw isForeignKeyViolation(error) ? notFound('Conversation') : error;
  }
}

/** The start of a turn: a conversation, a reply or another turn that waits. */
export interface TurnStart {
  readonly place: Pick<TurnInput, 'conversationId' | 'version'>;
  readonly waiting: WaitingTurn;
}

const nothing = { conversationId: null, follows: null, said: '[]' };

/** A turn that begins a conversation. */
export const newStart: TurnStart = { place: {}, waiting: nothing };

/**
 * The start of a turn in a conversation, which is looked up later; with results, the start of the turn that waits for
 * them.
 */
export async function startIn(
  deps: Deps,
  userId: string,
  conversationId: string,
  hasResults: boolean,
): Promise<TurnStart> {
  const id = parseId(conversationId, 'Conversation');
  const waiting = hasResults && (await selectWaitingTurnOf.first(deps.db, { userId, conversationId: id }));
  if (waiting) return startOf(deps, userId, waiting);
  return { place: { conversationId: id }, waiting: { ...nothing, conversationId: id } };
}

/** The start of a turn that answers a reply, or continues a waiting turn. Throws notFound. */
export async function startAfter(deps: Deps, userId: string, responseId: string): Promise<TurnStart> {
  const id = parseId(responseId, 'Response');
  const waiting = await selectWaitingTurn.first(deps.db, { userId, id });
  return startOf(deps, userId, waiting ?? { ...nothing, follows: id });
}

async function startOf(deps: Deps, userId: string, waiting: WaitingTurn): Promise<TurnStart> {
  const { conversationId, follows } = waiting;
  if (follows !== null) {
    const place = await continueFrom(deps, userId, follows);
    return { place, waiting: { ...waiting, conversationId: place.conversationId } };
  }
  return { place: conversationId === null ? {} : { conversationId }, waiting };
}
