import type { TurnInput } from '@jarvis/core';
import { isPlain } from '../models.ts';
import { choiceAmong, given } from '../turn/common-fields.ts';
import { type ClientMessage, conversationOf } from '../turn/conversation.ts';
import type { AskedCompletion } from './request.ts';

/** The turn of a chat completion. With a conversation, that is the context, and earlier messages are ignored. */
export function completionTurn(asked: AskedCompletion, messages: readonly ClientMessage[]): TurnInput {
  const { message, files, sent, ...said } = conversationOf(messages, 'messages');
  const { conversation, tools } = asked;
  const isContinued = typeof conversation === 'string';
  return {
    message,
    files,
    ...given({ conversationId: conversation }),
    client: {
      plain: isPlain(asked.model),
      store: asked.store ?? false,
      // Chat programs omit it, and their users expect the assistant.
      changesTasks: asked.store ?? true,
      ...said,
      before: isContinued ? [] : said.before,
      sent: isContinued ? sent.filter(({ before }) => before === null) : sent,
      tools: tools ?? [],
      oneCall: asked.parallel_tool_calls === false,
      json: asked.response_format ?? undefined,
      settings: given({
        temperature: asked.temperature,
        topP: asked.top_p,
        maxOutputTokens: asked.max_completion_tokens ?? asked.max_tokens,
        stopSequences: asked.stop,
        seed: asked.seed,
        presencePenalty: asked.presence_penalty,
        frequencyPenalty: asked.frequency_penalty,
        toolChoice: choiceAmong(tools, asked.tool_choice),
      }),
    },
  };
}
