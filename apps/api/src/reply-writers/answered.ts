import type { ClientCall, CompleteReply, Message, ReplyEvent } from '@jarvis/contract';
import type { Turn } from '@jarvis/core';

/** How a reply ended, as far as programs of `/v1` are told. */
export interface Ended extends Pick<CompleteReply, 'type' | 'outcome' | 'cutShort' | 'citations' | 'usage'> {
  readonly conversation: { readonly id: string } | null;
  readonly assistantMessage: Pick<Message, 'id' | 'content' | 'createdAt'>;
}

/** The whole of what they are told, each time that they send the same request. */
export interface Answered extends Ended {
  readonly conversationId: string;
  /** Calls of the program's own tools. */
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

/** An event of a reply that is written now, or that was. */
export type WrittenEvent = Exclude<ReplyEvent, CompleteReply> | Ended;

/** The events of a reply that is there already. */
export function* eventsOf({ calls, conversationId, ...ended }: Answered): Generator<WrittenEvent> {
  const { id: replyId, content: text } = ended.assistantMessage;
  const begun = { turnId: replyId, conversationId, replyId, message: '', replaces: null };
  yield { type: 'snapshot', ...begun, text: '', steps: [], calls: [] };
  yield { type: 'text', delta: text };
  if (ended.outcome === 'called') for (const call of calls) yield { type: 'call', ...call };
  yield ended;
}
