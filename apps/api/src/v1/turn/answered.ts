import type { Message } from '@jarvis/contract';
import type { Turn } from '@jarvis/core';

/** The whole answer of a program's turn, the same for each repetition of the request. */
export interface Answered
  extends Pick<Turn, 'conversationId' | 'outcome' | 'calls' | 'cutShort' | 'citations' | 'usage'> {
  /** For processes of an earlier version, which end no stream without it. */
  readonly type: Turn['type'];
  readonly conversation: { readonly id: string } | null;
  readonly assistantMessage: Pick<Message, 'id' | 'content' | 'createdAt'>;
}

export function answered({ conversation, assistantMessage, ...turn }: Turn): Answered {
  const { type, conversationId, outcome, calls, cutShort, citations, usage } = turn;
  const { id, content, createdAt } = assistantMessage;
  return {
    type,
    conversationId,
    outcome,
    calls,
    cutShort,
    citations,
    usage,
    conversation: conversation && { id: conversation.id },
    assistantMessage: { id, content, createdAt },
  };
}
