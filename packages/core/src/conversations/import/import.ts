import { createHash } from 'node:crypto';
import { defaults, type ImportInput, type ImportOutput, limits } from '@jarvis/contract';
import { type Queries, sql, statement, type Values } from '@jarvis/database';
import { isOne, newRow, type One, type Own, rowsFrom } from '../../db/rows.ts';
import { branchMessages, conversations, messages } from '../../db/schema/conversations.ts';
import { badRequest } from '../../errors.ts';
import { isId } from '../../ids.ts';
import type { Deps } from '../../ports/deps.ts';
import { countStored, requireRoom } from '../../storage/storage.ts';
import { normalized } from '../../text/fold.ts';
import { conversationFull } from '../full.ts';
import type { OwnMessages } from '../message-queries.ts';
import { empty } from '../queries.ts';

type ImportedConversation = Pick<
  typeof conversations.$inferSelect,
  'userId' | 'id' | 'title' | 'createdAt' | 'updatedAt'
>;

/** No row when it exists already. */
const insertImported = statement((q, v: Values<ImportedConversation>) =>
  q
    .insert(conversations)
    .values(newRow(conversations, v, { titledBy: 'import', ...empty }))
    .onConflictDoNothing()
    .returning({ id: conversations.id }),
);

/** The number of messages in its line and the last one; locked until the transaction ends. */
const holdLine = statement((q, v: Values<One>) =>
  q
    .select({
      count: conversations.messageCount,
      lastId: sql<string | null>`(
        select m.id from ${messages} m
        where m.user_id = ${v.userId} and m.conversation_id = ${v.id} and m.place = ${conversations.messageCount}
      )`,
    })
    .from(conversations)
    .where(isOne(conversations, v))
    .for('update'),
);

/**
 * The ids among these that messages of the account have, on chosen lines or not. Unprepared: for any account, Postgres
 * 15 and 16 plan to read all of its messages.
 */
const selectTakenIds = statement(
  (q, v: Values<Own & { ids: readonly string[] }>) =>
    q.select({ id: sql<string>`id` }).from(
      sql`(
    select m.id from ${messages} m where m.user_id = ${v.userId} and m.id = any(${v.ids}::uuid[])
    union all
    select b.id from ${branchMessages} b where b.user_id = ${v.userId} and b.id = any(${v.ids}::uuid[])
  ) as taken`,
    ),
  { prepared: false },
);

type ImportedMessage = Pick<
  typeof messages.$inferSelect,
  'id' | 'place' | 'role' | 'content' | 'policyDenied' | 'createdAt' | 'fromWeb'
>;

/** Adds messages at the end of the line. `rows`: of `ImportedMessage`, as JSON. */
const appendImported = statement((q, v: Values<OwnMessages & { rows: string }>) => {
  const { userId, conversationId } = v;
  return q.insert(messages).select(rowsFrom(messages, v.rows, { userId, conversationId, extras: null }));
});

/** Counts the added messages. */
const countImported = statement((q, v: Values<One & { count: number; updatedAt: string }>) =>
  q
    .update(conversations)
    .set({
      messageCount: sql`${v.count}`,
      lastMessageAt: sql`${v.updatedAt}`,
      updatedAt: sql`greatest(${conversations.updatedAt}, ${v.updatedAt})`,
    })
    .where(isOne(conversations, v)),
);

/**
 * Stores consecutive messages of a conversation from another program. A repeated call is stored once: ids are derived
 * from those of the source. Messages are added only if the conversation still ends where they begin; one that was
 * continued here, or edited, stays unchanged. Throws badRequest if the conversation or the account is full, or a
 * message is too long.
 */
export async function importMessages(deps: Deps, userId: string, input: ImportInput): Promise<ImportOutput> {
  const { db, changes } = deps;
  if (input.from + input.messages.length > limits.conversationMessagesMax) throw badRequest(conversationFull);
  if (input.messages.some(({ content }) => Buffer.byteLength(content) > limits.importedMessageBytesMax))
    throw badRequest('One of the messages is too long.');
  await requireRoom(deps, userId);
  const id = ownId(input, input.id) ?? madeId(input, null, 0);
  const own = { userId, id };
  const updatedAt = input.messages.at(-1)?.createdAt ?? input.createdAt;
  const outcome = await db.transaction(async (tx): Promise<ImportOutput> => {
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
  if (outcome.added > 0) changes.publish(userId, 'conversations');
  return outcome;
}

/** Our own exports keep their ids. */
const ownId = ({ source }: ImportInput, sourceId: string): string | undefined =>
  source === 'jarvis' && isId(sourceId) ? sourceId.toLowerCase() : undefined;

/** An id in chronological order, the same for each call. `messageId`: null for the conversation itself. */
function madeId({ source, id, createdAt }: ImportInput, messageId: string | null, place: number): string {
  const time = (Math.max(0, Date.parse(createdAt)) + place).toString(16).padStart(12, '0');
  const hash = createHash('sha256')
    .update(JSON.stringify([source, id, messageId]))
    .digest('hex');
  return [
    time.slice(0, 8),
    time.slice(8, 12),
    `7${hash.slice(0, 3)}`,
    `8${hash.slice(3, 6)}`,
    hash.slice(6, 18),
  ].join('-');
}

/** Messages with our ids. An id that another message already has, on a chosen line or not, is replaced. */
async function withFreeIds<Message extends { readonly id: string; readonly place: number }>(
  tx: Queries,
  userId: string,
  input: ImportInput,
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
  const line = normalized(title)
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim();
  return [...line].slice(0, limits.conversationTitleCharsMax).join('').trim() || defaults.conversationTitle;
}
