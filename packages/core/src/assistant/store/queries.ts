import { type SQLWrapper, sql, statement, type Values } from '@jarvis/database';
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

type Touched = SQLWrapper & { readonly messageCount: SQLWrapper };

/** Both messages of a turn, at the last two places, stored if `conversation` has a row. */
function messagesStored(q: Builder, v: Values<TurnRows>, conversation: Touched) {
  const asked = newRow(messages, v, {
    createdAt: v.now,
    id: v.userMessageId,
    place: sql`${conversation.messageCount} - 1`,
    role: 'user',
    content: v.message,
    policyDenied: false,
    extras: null,
    fromWeb: v.messageFromWeb,
  });
  const from = sql`from ${conversation}`;
  return [
    q.$with('asked').as(q.insert(messages).select(rowFrom(messages, asked, from))),
    replyStored(q, v, conversation),
  ] as const;
}

/** A reply, at the last place. */
function replyStored(q: Builder, v: Values<StoredReply>, conversation: Touched) {
  const answered = newRow(messages, v, {
    createdAt: v.now,
    id: v.assistantMessageId,
    place: sql`${conversation.messageCount}`,
    role: 'assistant',
    content: v.reply,
    // As text first: a driver that knows jsonb would write the text as a JSON string.
    extras: sql`${v.extras}::text::jsonb`,
  });
  return q
    .$with('answered')
    .as(q.insert(messages).select(rowFrom(messages, answered, sql`from ${conversation}`)));
}

/** Stores a turn whole in an existing conversation; no row, and nothing stored, if it is missing. */
export const storeTurn = statement((q, v: Values<TurnRows>) => {
  const touched = touch(q, v, 2);
  return q
    .with(touched, ...messagesStored(q, v, touched))
    .select(pick(touched, conversation))
    .from(touched);
});

/** Stores a reply alone, to a stored message; no row, and nothing stored, without its conversation. */
export const storeReply = statement((q, v: Values<StoredReply>) => {
  const touched = touch(q, v, 1);
  return q
    .with(touched, replyStored(q, v, touched))
    .select(pick(touched, conversation))
    .from(touched);
});

/** Begins a conversation with its first turn. Fails by a foreign key if the account has been deleted. */
export const storeFirstTurn = statement((q, v: Values<TurnRows & FirstTurn>) => {
  const begun = q.$with('begun').as(
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
  return q
    .with(begun, ...messagesStored(q, v, begun))
    .select(pick(begun, conversation))
    .from(begun);
});
