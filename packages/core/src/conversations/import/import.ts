import { defaults, type ImportedPart, type ImportOutcome, limits, shownRefusals } from '@jarvis/contract';
import type { Queries } from '@jarvis/database';
import { fingerprint } from '../../auth/secret-tokens.ts';
import { badRequest } from '../../errors.ts';
import { firstIdAt, isId } from '../../ids.ts';
import type { Deps } from '../../ports/deps.ts';
import { countStored, requireRoom } from '../../storage/storage.ts';
import { normalized } from '../../text/fold.ts';
import { singleSpaced } from '../../text/one-line.ts';
import {
  appendImported,
  countImported,
  holdLine,
  type ImportedMessage,
  insertImported,
  selectTakenIds,
} from './queries.ts';

/**
 * Stores the parts in order, each for itself. Returns their outcomes up to the first failure; the caller sends the rest
 * again. Throws the failure of the first part.
 */
export async function importConversations(
  deps: Deps,
  userId: string,
  parts: readonly ImportedPart[],
): Promise<ImportOutcome[]> {
  const outcomes: ImportOutcome[] = [];
  try {
    for (const part of parts) outcomes.push(await importMessages(deps, userId, part));
  } catch (error) {
    if (outcomes.length === 0) throw error;
  }
  if (outcomes.some(({ added }) => added > 0)) deps.changes.publish(userId, 'conversations');
  return outcomes;
}

/**
 * Stores consecutive messages of a conversation from another program. A repeated call is stored once: ids are derived
 * from those of the source. Messages are added only if the conversation still ends where they begin; one that was
 * continued here, or edited, stays unchanged. Throws badRequest if the conversation or the account is full, or a
 * message is too long.
 */
export async function importMessages(
  deps: Deps,
  userId: string,
  input: ImportedPart,
): Promise<ImportOutcome> {
  if (input.from + input.messages.length > limits.conversationMessagesMax)
    throw badRequest(shownRefusals.conversationFull);
  if (input.messages.some(({ content }) => Buffer.byteLength(content) > limits.importedMessageBytesMax))
    throw badRequest('One of the messages is too long.');
  await requireRoom(deps, userId);
  const id = ownId(input, input.id) ?? madeId(input, null, 0);
  const own = { userId, id };
  const updatedAt = input.messages.at(-1)?.createdAt ?? input.createdAt;
  return deps.db.transaction(async (tx): Promise<ImportOutcome> => {
    const { createdAt } = input;
    const isNew = await insertImported.first(tx, {
      ...own,
      title: titleOf(input.title),
      createdAt,
      updatedAt,
    });
    const held = await holdLine.first(tx, own);
    const count = held?.count ?? 0;
    const state = isNew ? 'imported' : 'alreadyThere';
    const fresh = input.messages
      .map((message, i) => ({ ...message, place: input.from + i + 1 }))
      .filter(({ place }) => place > count);
    if (fresh.length === 0) return { conversationId: id, state, added: 0 };
    const before = count === input.from ? input.after : input.messages[count - input.from - 1]?.id;
    const last = before == null ? [] : [ownId(input, before), madeId(input, before, count)];
    const follows = count === 0 ? input.from === 0 : last.some((lastId) => lastId === held?.lastId);
    if (!follows) return { conversationId: id, state: 'changedHere', added: 0 };
    const rows: ImportedMessage[] = (await withFreeIds(tx, userId, input, fresh)).map((message) => ({
      ...message,
      fromWeb: message.role === 'assistant' || message.fromWeb === true,
      policyDenied: message.policyDenied === true,
    }));
    await appendImported(tx, { userId, conversationId: id, rows: JSON.stringify(rows) });
    await countImported(tx, { ...own, count: count + fresh.length, updatedAt });
    const contents = fresh.map(({ content }) => content);
    await countStored({ ...deps, db: tx }, userId, contents);
    return { conversationId: id, state, added: fresh.length };
  });
}

/** Our own exports keep their ids. */
const ownId = ({ source }: ImportedPart, sourceId: string): string | undefined =>
  source === 'jarvis' && isId(sourceId) ? sourceId.toLowerCase() : undefined;

/** An id in chronological order, the same for each call. `messageId`: null for the conversation itself. */
function madeId({ source, id, createdAt }: ImportedPart, messageId: string | null, place: number): string {
  const time = firstIdAt(Math.max(0, Date.parse(createdAt)) + place).slice(0, 14);
  const hash = fingerprint(JSON.stringify([source, id, messageId]));
  return `${time}7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

/** Messages with our ids. An id that another message already has, on a chosen line or not, is replaced. */
async function withFreeIds<Message extends { readonly id: string; readonly place: number }>(
  tx: Queries,
  userId: string,
  input: ImportedPart,
  messages: readonly Message[],
): Promise<Message[]> {
  const wanted = messages.map(({ id, place }) => ownId(input, id) ?? madeId(input, id, place));
  const taken = new Set((await selectTakenIds(tx, { userId, ids: wanted })).map(({ id }) => id));
  return messages.map((message, i) => {
    const { id, place } = message;
    const free = wanted[i] === undefined || taken.has(wanted[i]) ? madeId(input, id, place) : wanted[i];
    taken.add(free);
    return { ...message, id: free };
  });
}

function titleOf(title: string): string {
  // Of up to 4 MB, for which everybody else would wait.
  const line = singleSpaced(normalized(title.slice(0, 1_000).toWellFormed()));
  return [...line].slice(0, limits.conversationTitleCharsMax).join('').trim() || defaults.conversationTitle;
}
