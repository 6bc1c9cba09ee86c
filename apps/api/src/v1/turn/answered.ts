import {
  type ClientCall,
  type CompleteReply,
  eventsSince,
  type Message,
  noReply,
  type ReplyEvent,
} from '@jarvis/contract';
import type { Turn } from '@jarvis/core';

/** The end of a reply, as programs of `/v1` see it. */
export interface Ended extends Pick<CompleteReply, 'type' | 'outcome' | 'cutShort' | 'citations' | 'usage'> {
  readonly conversation: { readonly id: string } | null;
  readonly assistantMessage: Pick<Message, 'id' | 'content' | 'createdAt'>;
}

/** The whole answer, the same for each repetition of the request. */
export interface Answered extends Ended {
  readonly conversationId: string;
  readonly calls: readonly ClientCall[];
}

export function answered({ conversation, assistantMessage, ...turn }: Turn): Answered {
  const { type, outcome, cutShort, citations, usage, conversationId, calls } = turn;
  const { id, content, createdAt } = assistantMessage;
  return {
    type,
    outcome,
    cutShort,
    citations,
    usage,
    conversationId,
    calls,
    conversation: conversation && { id: conversation.id },
    assistantMessage: { id, content, createdAt },
  };
}

/** An event of a running reply, or of a stored one. */
export type WrittenEvent = Exclude<ReplyEvent, CompleteReply> | Ended;

export function* eventsOf({ calls, conversationId, ...ended }: Answered): Generator<WrittenEvent> {
  const { id: replyId, content: text } = ended.assistantMessage;
  yield* eventsSince(undefined, { ...noReply, turnId: replyId, conversationId, replyId });
  yield { type: 'text', delta: text };
  if (ended.outcome === 'called') for (const call of calls) yield { type: 'call', ...call };
  yield ended;
}
