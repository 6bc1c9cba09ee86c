import { type SQL, sql, statement, type Values } from '@jarvis/database';
import { counted, touch } from '../../conversations/message-queries.ts';
import { conversation } from '../../conversations/queries.ts';
import { type Builder, newRow, pick, rowFrom } from '../../db/rows.ts';
import { conversations, messages } from '../../db/schema/conversations.ts';

export interface TurnRows {
  readonly userId: string;
  readonly conversationId: string;
  readonly userMessageId: string;
  readonly message: string;
  /** The message is a program's, not a person's. */
  readonly messageFromWeb: boolean;
  readonly assistantMessageId: string;
  readonly reply: string;
  /** `ReplyExtras` as JSON. */
  readonly extras: string | null;
  /** The model's prompt contained text from outside. */
  readonly fromWeb: boolean;
  readonly policyDenied: boolean;
  readonly now: string;
}

interface FirstTurn {
  readonly title: string;
  readonly titledBy: 'message' | 'person';
  /** The schedule that sent the message; null: a person or a program. */
  readonly scheduleId: string | null;
}

type StoredReply = Omit<TurnRows, 'userMessageId' | 'message' | 'messageFromWeb'>;

/** Stores messages at the last places of a touched conversation, and returns it. One insert: two take a fifth longer. */
function storing(q: Builder, v: Values<StoredReply>, touched: ReturnType<typeof touch>, ...added: SQL[]) {
  const row = newRow(messages, v, {
    createdAt: v.now,
    id: sql`added.id`,
    place: sql`${touched.messageCount} - added.before_last`,
    role: sql`added.role`,
    content: sql`added.content`,
    policyDenied: sql`added.policy_denied`,
    extras: sql`added.extras`,
    fromWeb: sql`added.from_web`,
  });
  const from = sql`from ${touched}, (values ${sql.join(added, sql`, `)})
    as added (before_last, id, role, content, policy_denied, extras, from_web)`;
  const stored = q.$with('stored').as(q.insert(messages).select(rowFrom(messages, row, from)));
  return q.with(touched, stored).select(pick(touched, conversation)).from(touched);
}

const asked = (v: Values<TurnRows>): SQL =>
  sql`(1, ${v.userMessageId}::uuid, 'user', ${v.message}::text, false, null::jsonb, ${v.messageFromWeb}::boolean)`;

// The extras as text first: a driver that knows jsonb would write the text as a JSON string.
const answered = (v: Values<StoredReply>): SQL =>
  sql`(0, ${v.assistantMessageId}::uuid, 'assistant', ${v.reply}::text, ${v.policyDenied}::boolean,
    ${v.extras}::text::jsonb, ${v.fromWeb}::boolean)`;

/** Stores a turn whole in an existing conversation; no row, and nothing stored, if it is missing. */
export const storeTurn = statement((q, v: Values<TurnRows>) =>
  storing(q, v, touch(q, v, 2), asked(v), answered(v)),
);

/** Stores a reply alone, to a stored message; no row, and nothing stored, without its conversation. */
export const storeReply = statement((q, v: Values<StoredReply>) =>
  storing(q, v, touch(q, v, 1), answered(v)),
);

/** Begins a conversation with its first turn. Fails by a foreign key if the account has been deleted. */
export const storeFirstTurn = statement((q, v: Values<TurnRows & FirstTurn>) => {
  const begun = q.$with('touched').as(
    q
      .insert(conversations)
      .values(
        newRow(conversations, v, {
          id: v.conversationId,
          createdAt: v.now,
          updatedAt: v.now,
          lastMessageAt: v.now,
          messageCount: sql`2`,
          lineVersion: sql`0`,
        }),
      )
      .returning(counted),
  );
  return storing(q, v, begun, asked(v), answered(v));
});
