import { type CompleteReply, type Conversation, type ReplyExtras, replyExtras } from '@jarvis/contract';
import { isForeignKeyViolation, type Queries } from '@jarvis/database';
import { replaceCutTitle, selectConversation } from '../../conversations/queries.ts';
import { titleFrom } from '../../conversations/title.ts';
import { holdConversation, selectLineMessage } from '../../conversations/versions/queries.ts';
import { exchange, makeRoom } from '../../conversations/versions/versions.ts';
import { writeOnce } from '../../db/write-once.ts';
import { notFound } from '../../errors.ts';
import { attach, withFiles } from '../../files/attached.ts';
import type { Deps } from '../../ports/deps.ts';
import type { TurnInput, Version } from '../../ports/turns.ts';
import { countStored } from '../../storage/storage.ts';
import type { ComposedReply } from '../answer/compose-reply.ts';
import type { TurnContext } from '../gather/context.ts';
import { storeFirstTurn, storeReply, storeTurn, type TurnRows } from './queries.ts';

interface Finished {
  readonly input: TurnInput;
  readonly context: TurnContext;
  readonly outcome: ComposedReply;
  readonly extras: ReplyExtras | null;
  /** The model's prompt contained text from outside. */
  readonly fromWeb: boolean;
}

/**
 * Stores the person's message and the reply in one statement; stores nothing of a stateless call or of a turn that
 * waits for a program's tools. Throws notFound when the conversation, or the account, was deleted while the model was
 * running. The writes of `onStore` commit together with them.
 */
export async function storeWhole(
  deps: Deps,
  userId: string,
  finished: Finished,
  onStore?: (db: Queries, ending: CompleteReply) => Promise<void>,
): Promise<CompleteReply> {
  const { db, changes } = deps;
  const { kind, conversationId } = finished.context;
  let turn = completedTurn(deps, finished);
  const { userMessage, assistantMessage } = turn;
  if (kind === 'stateless' || finished.outcome.kind === 'called') {
    const unstored = { ...turn, conversation: null };
    await onStore?.(db, unstored);
    return unstored;
  }

  const row = {
    userId,
    conversationId,
    userMessageId: userMessage.id,
    message: userMessage.content,
    messageFromWeb: finished.context.messageFromWeb || finished.input.byConnectedProgram === true,
    assistantMessageId: assistantMessage.id,
    reply: assistantMessage.content,
    policyDenied: assistantMessage.policyDenied,
    extras: assistantMessage.extras && JSON.stringify(assistantMessage.extras),
    fromWeb: finished.fromWeb,
    now: assistantMessage.createdAt,
  };
  const { version, unattended } = finished.input;
  const { attached: files, attachedNames } = finished.context.files;
  const store = async (q: Queries) => {
    const conversation =
      kind === 'new'
        ? await storeFirstTurn.first(q, {
            ...row,
            title: unattended?.title ?? titleFrom(userMessage.content),
            titledBy: unattended ? 'person' : 'message',
            scheduleId: unattended?.scheduleId ?? null,
          })
        : await (version ? storeVersion(q, row, version) : storeTurn.first(q, row));
    if (conversation) {
      await attach(q, { userId, conversationId, messageId: userMessage.id }, files, attachedNames);
      if (files.length > 0) {
        const [withThem = userMessage] = await withFiles(q, userId, [userMessage]);
        turn = { ...turn, userMessage: withThem };
      }
      await onStore?.(q, { ...turn, conversation });
    }
    return conversation;
  };
  const conversation = await writeOnce(
    () => (version || onStore || files.length > 0 ? db.transaction(store, version && exchange) : store(db)),
    () => selectConversation.first(db, { userId, id: conversationId }),
  ).catch((error: unknown) => {
    if (isForeignKeyViolation(error)) return undefined;
    throw error;
  });
  if (!conversation) throw notFound('Conversation');
  const asked = version?.asked ? [] : [row.message];
  await countStored(deps, userId, [...asked, row.reply]);
  changes.publish(userId, 'conversations');
  return { ...turn, conversation };
}

function completedTurn(
  { clock }: Deps,
  { input, context, outcome, extras }: Finished,
): Omit<CompleteReply, 'conversation'> {
  // Both have the time of storing, so that concurrent turns stay whole in chronological order.
  const createdAt = clock.nowIso();
  const { ids } = context;
  return {
    type: outcome.kind === 'stopped' ? 'stopped' : 'done',
    userMessage: input.version?.asked ?? {
      id: ids.message,
      role: 'user',
      content: input.message,
      policyDenied: false,
      createdAt,
      extras: null,
    },
    assistantMessage: {
      id: ids.reply,
      role: 'assistant',
      content: outcome.reply,
      policyDenied: outcome.kind === 'denied',
      createdAt,
      extras: extras && replyExtras.parse(extras),
    },
  };
}

/**
 * Stores a turn as another version, and chooses it. Keeps concurrent additions and choices: the transactions wait for
 * each other. Undefined when the conversation has been deleted.
 */
async function storeVersion(tx: Queries, row: TurnRows, version: Version): Promise<Conversation | undefined> {
  const conversation = { userId: row.userId, id: row.conversationId };
  if (!(await holdConversation.first(tx, conversation))) return undefined;
  // Repeated after a lost answer: the committed turn must not be set aside as another version of itself.
  const stored = await selectLineMessage.first(tx, { userId: row.userId, id: row.assistantMessageId });
  if (stored) return selectConversation.first(tx, conversation);
  await makeRoom(tx, row, version);
  if (version.parentId === null && !version.asked)
    await replaceCutTitle(tx, { ...row, title: titleFrom(row.message), titledBy: 'message' });
  return version.asked ? storeReply.first(tx, row) : storeTurn.first(tx, row);
}
