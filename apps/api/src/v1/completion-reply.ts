import type { ClientCall, TurnObserver } from '@jarvis/core';
import type { OpenAiError } from '../http/openai-error.ts';
import { citationsOf, restOf } from './citations.ts';
import type { CompletionFields } from './completion-request.ts';
import type { EventStream, StreamedReply } from './event-stream.ts';
import type { Answered } from './turns.ts';

const idOf = (replyId: string) => `chatcmpl-${replyId}`;

function finishReasonOf({ ending, cutShort }: Answered): 'stop' | 'length' | 'tool_calls' | 'content_filter' {
  if (ending === 'called') return 'tool_calls';
  if (ending === 'denied') return 'content_filter';
  return cutShort ? 'length' : 'stop';
}

const toolCall = ({ id, name, input }: ClientCall) => ({
  id,
  type: 'function',
  function: { name, arguments: input },
});

const annotationsOf = (turn: Answered) =>
  citationsOf(turn).map(({ type, ...url_citation }) => ({ type, url_citation }));

function usageOf({ usage }: Answered) {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cachedTokens },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
  };
}

/** Beyond OpenAI's fields: the conversation that the exchange is stored in. */
const storedIn = ({ conversation }: Answered) => conversation && { conversation };

/** The answer of a completion that is not streamed. */
export function completion(turn: Answered, { model }: CompletionFields): object {
  const { reply, clientCalls, ending } = turn;
  const { id, content, createdAt } = reply;
  const called = ending === 'called';
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
          annotations: annotationsOf(turn),
          ...(called && { tool_calls: clientCalls.map(toolCall) }),
        },
        logprobs: null,
        finish_reason: finishReasonOf(turn),
      },
    ],
    usage: usageOf(turn),
    ...storedIn(turn),
  };
}

/** The chunks of a completion that is streamed. */
export class CompletionStream implements StreamedReply {
  readonly #events: EventStream;
  readonly #model: string;
  readonly #withUsage: boolean;
  readonly #created: number;
  #id = '';
  #shown = '';
  #calls = 0;
  #first = true;

  constructor(events: EventStream, asked: CompletionFields, nowMs: number) {
    this.#events = events;
    this.#model = asked.model;
    this.#withUsage = asked.stream_options?.include_usage === true;
    this.#created = Math.floor(nowMs / 1_000);
  }

  readonly observer: TurnObserver = {
    onBegin: (_, replyId) => {
      this.#id = idOf(replyId);
    },
    onText: (piece) => this.#write(piece),
    onClientCall: (call) => {
      this.#delta({ tool_calls: [{ index: this.#calls, ...toolCall(call) }] });
      this.#calls += 1;
    },
  };

  end(turn: Answered): void {
    const rest = restOf(this.#shown, turn);
    if (rest !== '') this.#write(rest);
    const annotations = annotationsOf(turn);
    this.#delta(annotations.length > 0 ? { annotations } : {}, finishReasonOf(turn), storedIn(turn));
    if (this.#withUsage) this.#chunk([], { usage: usageOf(turn) });
    this.#events.end('data: [DONE]\n\n');
  }

  fail(error: OpenAiError): void {
    this.#events.send(error);
    this.#events.end();
  }

  #write(piece: string): void {
    const shown = this.#shown === '' ? piece.trimStart() : piece;
    if (shown === '') return;
    this.#shown += shown;
    this.#delta({ content: shown });
  }

  #delta(delta: object, finish: string | null = null, beside: object | null = null): void {
    const role = this.#first ? { role: 'assistant', content: '' } : {};
    this.#first = false;
    const choice = { index: 0, delta: { ...role, ...delta }, logprobs: null, finish_reason: finish };
    this.#chunk([choice], { ...(this.#withUsage && { usage: null }), ...beside });
  }

  #chunk(choices: readonly object[], beside: object): void {
    this.#events.send({
      id: this.#id,
      object: 'chat.completion.chunk',
      created: this.#created,
      model: this.#model,
      choices,
      ...beside,
    });
  }
}
