import type { ClientCall } from '@jarvis/core';
import type { EventStream } from '../../http/answer/event-stream.ts';
import type { OpenAiError } from '../../http/answer/openai-error.ts';
import type { Answered } from '../turn/answered.ts';
import { type Begun, citationsOf, ReplyWriter } from '../turn/reply-writer.ts';
import type { CompletionFields } from './request.ts';

const idOf = (replyId: string) => `chatcmpl-${replyId}`;

function finishReasonOf({
  outcome,
  cutShort,
}: Answered): 'stop' | 'length' | 'tool_calls' | 'content_filter' {
  if (outcome === 'called') return 'tool_calls';
  if (outcome === 'denied') return 'content_filter';
  return cutShort ? 'length' : 'stop';
}

const toolCall = ({ id, name, input }: ClientCall) => ({
  id,
  type: 'function',
  function: { name, arguments: input },
});

const annotationsOf = (reply: Answered) =>
  citationsOf(reply).map(({ type, ...url_citation }) => ({ type, url_citation }));

function usageOf({ usage }: Answered) {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cachedTokens },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
  };
}

/** In addition to OpenAI's fields: the conversation that stores the exchange. */
const storedIn = ({ conversation }: Answered) => conversation && { conversation: { id: conversation.id } };

export function completion(reply: Answered, { model }: CompletionFields): object {
  const { assistantMessage, calls } = reply;
  const { id, content, createdAt } = assistantMessage;
  const called = calls.length > 0;
  return {
    id: idOf(id),
    object: 'chat.completion',
    created: Math.floor(Date.parse(createdAt) / 1_000),
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: called && content === '' ? null : content,
          refusal: null,
          annotations: annotationsOf(reply),
          ...(called && { tool_calls: calls.map(toolCall) }),
        },
        logprobs: null,
        finish_reason: finishReasonOf(reply),
      },
    ],
    usage: usageOf(reply),
    ...storedIn(reply),
  };
}

export class CompletionWriter extends ReplyWriter {
  readonly #id: string;
  readonly #model: string;
  readonly #withUsage: boolean;
  readonly #created: number;
  #first = true;

  constructor(events: EventStream, asked: CompletionFields, { replyId, nowMs }: Begun) {
    super(events);
    this.#id = idOf(replyId);
    this.#model = asked.model;
    this.#withUsage = asked.stream_options?.include_usage === true;
    this.#created = Math.floor(nowMs / 1_000);
  }

  text(content: string): void {
    this.#delta({ content });
  }

  end(reply: Answered): void {
    for (const [index, call] of reply.calls.entries())
      this.#delta({ tool_calls: [{ index, ...toolCall(call) }] });
    const annotations = annotationsOf(reply);
    this.#delta(annotations.length > 0 ? { annotations } : {}, finishReasonOf(reply), storedIn(reply));
    if (this.#withUsage) this.#chunk([], { usage: usageOf(reply) });
    this.events.end('data: [DONE]\n\n');
  }

  fail(error: OpenAiError): void {
    this.events.send(error);
    this.events.end();
  }

  #delta(delta: object, finish: string | null = null, beside: object | null = null): void {
    const role = this.#first ? { role: 'assistant', content: '' } : {};
    this.#first = false;
    const choice = { index: 0, delta: { ...role, ...delta }, logprobs: null, finish_reason: finish };
    this.#chunk([choice], { ...(this.#withUsage && { usage: null }), ...beside });
  }

  #chunk(choices: readonly object[], beside: object): void {
    this.events.send({
      id: this.#id,
      object: 'chat.completion.chunk',
      created: this.#created,
      model: this.#model,
      choices,
      ...beside,
    });
  }
}
