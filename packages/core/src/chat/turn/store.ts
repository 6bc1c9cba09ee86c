import { type MessageWithExtras, type ReplyExtras, replyExtras, type User } from '@jarvis/contract';
import { isForeignKeyViolation } from '@jarvis/database';
import { notFound } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { Deps, TurnInput } from '../../ports.ts';
import type { TurnContext } from '../context/context.ts';
import { storeFirstTurn, storeTurn } from '../queries.ts';
import { storeVersion } from './store-version.ts';
import { titleFrom } from './title.ts';
import type { Outcome, Turn } from './turn-types.ts';

interface Finished {
  readonly input: TurnInput;
  readonly context: TurnContext;
  readonly outcome: Outcome;
  readonly extras: ReplyExtras | null;
}

/**
 * Stores the person's message and the reply in one statement, or nothing of a stateless call. Throws notFound
 * when the conversation, or the account, was deleted while the model was thinking.
 */
export async function storeWhole(deps: Deps, user: User, finished: Finished): Promise<Omit<Turn, 'model'>> {
  const { db, changes } = deps;
  const { kind, conversationId } = finished.context;
  const { userMessage, assistantMessage } = messagesOf(deps, finished);
  const turn = { kind, conversationId, userMessage, assistantMessage };
  if (kind === 'stateless') return { ...turn, conversation: null };

  const row = {
    userId: user.id,
    conversationId,
    userMessageId: userMessage.id,
    message: userMessage.content,
    assistantMessageId: assistantMessage.id,
    reply: assistantMessage.content,
    policyDenied: assistantMessage.policyDenied,
    extras: assistantMessage.extras && JSON.stringify(assistantMessage.extras),
    now: assistantMessage.createdAt,
  };
  const { version } = finished.input;
  const stored =
    kind === 'new'
      ? storeFirstTurn.first(db, { ...row, title: titleFrom(userMessage.content) })
      : version
        ? storeVersion(db, row, version)
        : storeTurn.first(db, row);
  const conversation = await stored.catch((error: unknown) => {
    if (isForeignKeyViolation(error)) return undefined;
    throw error;
  });
  if (!conversation) throw notFound('Conversation');
  changes.publish(user.id, 'conversations');
  return { ...turn, conversation };
}

function messagesOf(
  { clock }: Deps,
  { input, outcome, extras }: Finished,
): { userMessage: MessageWithExtras; assistantMessage: MessageWithExtras } {
  // Both are dated when they are stored: turns taken side by side stay whole in the order of ids and of times.
  const nowMs = clock.now();
  const createdAt = clock.nowIso();
  return {
    userMessage: input.version?.asked ?? {
      id: newId(nowMs),
      role: 'user',
      content: input.message,
      policyDenied: false,
      createdAt,
      extras: null,
    },
    assistantMessage: {
      id: newId(nowMs),
      role: 'assistant',
      content: outcome.reply,
      policyDenied: outcome.kind === 'denied',
      createdAt,
      extras: extras && replyExtras.parse(extras),
    },
  };
}
