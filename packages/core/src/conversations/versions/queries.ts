import { and, eq, lte, type SQL, type SQLWrapper, sql, statement, type Values } from '@jarvis/database';
import { alias } from 'drizzle-orm/pg-core';
import { columns, given, isOne, isOwn, newRow, type One, type Own, pick, rowFrom } from '../../db/rows.ts';
import { branchMessages, conversations, messages } from '../../db/schema/conversations.ts';
import { messageOnPage, ofConversation } from '../message-queries.ts';
import { conversation, isConversation, type OwnMessages } from '../queries.ts';

/** Locks a conversation until the transaction ends. No row when it is missing. */
export const holdConversation = statement((q, v: Values<One>) =>
  q.select(conversation).from(conversations).where(isOne(conversations, v)).for('update'),
);

/** A message of the account, on the chosen line or not. */
export const selectTreeMessage = statement((q, v: Values<One>) =>
  q
    .select({
      conversationId: sql<string>`conversation_id`,
      place: sql<number>`place`,
      role: sql<'user' | 'assistant'>`role`,
      /** Whether it is on the chosen line. */
      chosen: sql<boolean>`chosen`,
      /** Its predecessor; null for the first message. */
      parentId: sql<string | null>`parent_id`,
      /** The message after it on the chosen line. */
      next: sql<string | null>`next_id`,
    })
    .from(
      sql`(
    select m.conversation_id, m.place, m.role, true as chosen, (
      select p.id from messages p
      where p.user_id = ${v.userId} and p.conversation_id = m.conversation_id and p.place = m.place - 1
    ) as parent_id, (
      select n.id from messages n
      where n.user_id = ${v.userId} and n.conversation_id = m.conversation_id and n.place = m.place + 1
    ) as next_id
    from messages m where m.user_id = ${v.userId} and m.id = ${v.id}
    union all
    select b.conversation_id, b.place, b.role, false, case when b.id = b.branch_id then b.parent_id else (
      select p.id from branch_messages p
      where p.user_id = ${v.userId} and p.branch_id = b.branch_id and p.place = b.place - 1
    ) end, null
    from branch_messages b where b.user_id = ${v.userId} and b.id = ${v.id}
  ) as message`,
    ),
);

/** A message on the chosen line of one of the account's conversations, as on pages, and whether it is marked. */
export const selectLineMessage = statement((q, v: Values<One>) =>
  q
    .select({ ...messageOnPage, fromWeb: messages.fromWeb })
    .from(messages)
    .where(isOne(messages, v)),
);

/** Messages of the account, on chosen lines or not, in no order. */
export const selectTreeMessages = statement((q, v: Values<Own & { ids: readonly string[] }>) => {
  const of = (table: typeof messages | typeof branchMessages) =>
    q
      .select(pick(carried(table), messageOnPage))
      .from(table)
      .where(isOwn(table, v, sql`${table.id} = any(${v.ids}::uuid[])`));
  return of(messages).unionAll(of(branchMessages));
});

/** The branch of an unchosen message, and the place where it begins. No row for one on the chosen line. */
export const selectBranchOf = statement((q, v: Values<OwnMessages & { id: string }>) =>
  q
    .select({ branchId: head.id, parentId: head.parentId, place: head.place })
    .from(branchMessages)
    .innerJoin(head, and(eq(head.userId, branchMessages.userId), eq(head.id, branchMessages.branchId)))
    .where(isOne(branchMessages, v, eq(branchMessages.conversationId, v.conversationId))),
);

const head = alias(branchMessages, 'head');

/** Messages that change tables in one statement: up to 100,000 may follow one. */
const pageMax = sql.raw('200');

const countOf = (v: Values<OwnMessages>) => sql`(
  select message_count from conversations where user_id = ${v.userId} and id = ${v.conversationId}
)`;

/**
 * Moves a page of the last messages, from a place on, off the chosen line; the branch is complete with its last page.
 * `count`: the number that remain.
 */
export const setPageAside = statement((q, v: Values<OwnMessages & { place: number }>) => {
  const from = sql`greatest(${v.place}::int, ${countOf(v)} - ${pageMax} + 1)`;
  const moved = q.$with('moved').as(
    q
      .delete(messages)
      .where(ofConversation(v, sql`${messages.place} >= ${from}`))
      .returning(carried(messages)),
  );
  const row = newRow(branchMessages, v, {
    ...valuesFrom(moved),
    branchId: idAt(v, sql`${v.place}::int`),
    parentId: idAt(v, sql`${v.place}::int - 1`),
  });
  const stored = q
    .$with('stored')
    .as(q.insert(branchMessages).select(rowFrom(branchMessages, row, sql`from ${moved}`)));
  return q
    .with(moved, stored)
    .update(conversations)
    .set({
      messageCount: sql`${from} - 1`,
      lineVersion: sql`${conversations.lineVersion} + 1`,
    })
    .where(isConversation(v))
    .returning({ count: conversations.messageCount });
});

/** As before the statement. */
const idAt = (v: Values<OwnMessages>, place: SQL) => sql`(
  select at.id from ${messages} as at
  where at.user_id = ${v.userId} and at.conversation_id = ${v.conversationId} and at.place = ${place}
)`;

/**
 * Moves the next page of a branch to the end of the chosen line, whose last message it follows. No row without one.
 */
export const bringPageBack = statement((q, v: Values<OwnMessages & { branchId: string }>) => {
  const moved = q.$with('moved').as(
    q
      .delete(branchMessages)
      .where(
        isOwn(
          branchMessages,
          v,
          eq(branchMessages.branchId, v.branchId),
          lte(branchMessages.place, sql`${countOf(v)} + ${pageMax}`),
        ),
      )
      .returning(carried(branchMessages)),
  );
  const row = newRow(messages, v, valuesFrom(moved));
  const stored = q.$with('stored').as(q.insert(messages).select(rowFrom(messages, row, sql`from ${moved}`)));
  return q
    .with(moved, stored)
    .update(conversations)
    .set({
      messageCount: sql`(select max(${moved.place}) from ${moved})`,
      lineVersion: sql`${conversations.lineVersion} + 1`,
    })
    .where(isConversation(v, sql`exists (select from ${moved})`))
    .returning({ id: conversations.id });
});

/** The beginning of the first message of the chosen line. */
export const selectFirstWords = statement((q, v: Values<OwnMessages>) =>
  q
    .select({ text: sql<string>`left(${messages.content}, 4000)` })
    .from(messages)
    .where(ofConversation(v, sql`${messages.place} = 1`)),
);

/** The columns that a message keeps when it changes tables. */
const carried = <Table extends typeof messages | typeof branchMessages>(table: Table) =>
  columns(table, 'id', 'place', 'role', 'content', 'policyDenied', 'createdAt', 'extras', 'fromWeb');

const valuesFrom = (moved: Record<keyof ReturnType<typeof carried>, SQLWrapper>) =>
  given(pick(moved, carried(messages)));

/** Unchosen versions of messages on the chosen line, those of the latest messages first, at most 1,000. */
export const selectOtherVersions = statement((q, v: Values<OwnMessages>) =>
  q
    .select({
      chosen: sql<string>`chosen`,
      chosenAt: sql<string>`chosen_at`,
      id: sql<string>`id`,
      createdAt: sql<string>`created_at`,
    })
    .from(
      sql`(
    select m.id as chosen, m.created_at as chosen_at, head.id, head.created_at
    from (
      select id, place, parent_id, created_at from branch_messages
      where user_id = ${v.userId} and conversation_id = ${v.conversationId} and id = branch_id
      order by place desc
      limit 1000
    ) as head
    cross join lateral (
      select id, created_at from messages
      where user_id = ${v.userId} and conversation_id = ${v.conversationId} and place = head.place
      limit 1
    ) as m
    where head.parent_id is not distinct from (
      select id from messages
      where user_id = ${v.userId} and conversation_id = ${v.conversationId} and place = head.place - 1
    )
  ) as version`,
    ),
);
