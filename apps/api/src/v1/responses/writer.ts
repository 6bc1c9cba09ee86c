import type { ClientCall } from '@jarvis/core';
import type { EventStream } from '../../http/answer/event-stream.ts';
import type { OpenAiError } from '../../http/answer/openai-error.ts';
import type { Answered } from '../turn/answered.ts';
import { type Begun, citationsOf, ReplyWriter } from '../turn/reply-writer.ts';
import { idsOf } from './ids.ts';
import { isStored, nameInNamespace, type ResponseFields } from './request.ts';

type Status = 'in_progress' | 'completed' | 'incomplete';

const textPart = (text: string, annotations: readonly object[] = []) => ({
  type: 'output_text',
  text,
  annotations,
  logprobs: [],
});

const messageItem = (id: string, status: Status, content: readonly object[]) => ({
  id,
  type: 'message',
  status,
  role: 'assistant',
  content,
});

const callItem = (asked: ResponseFields, id: string, { id: call_id, name, input }: ClientCall) => ({
  id,
  type: 'function_call',
  status: 'completed',
  call_id,
  ...nameOfCalled(asked, name),
  arguments: input,
});

/** The name of a called function as the program gave it. */
function nameOfCalled({ tools }: ResponseFields, called: string) {
  for (const tool of tools ?? []) {
    if (tool.type !== 'namespace') continue;
    const { name: namespace } = tool;
    for (const { name } of tool.tools)
      if (nameInNamespace(namespace, name) === called) return { namespace, name };
  }
  return { name: called };
}

function incompleteReasonOf({ outcome, cutShort }: Answered): string | undefined {
  if (outcome === 'denied') return 'content_filter';
  return cutShort && outcome !== 'called' ? 'max_output_tokens' : undefined;
}

/** A response with all fields that clients read, including those of the request. */
function responseOf(
  asked: ResponseFields,
  createdAt: number,
  own: { id: string; status: Status; output: readonly object[] },
) {
  return {
    id: own.id,
    object: 'response',
    created_at: createdAt,
    status: own.status,
    background: false,
    error: null,
    incomplete_details: null,
    instructions: asked.instructions ?? null,
    max_output_tokens: asked.max_output_tokens ?? null,
    metadata: {},
    model: asked.model,
    output: own.output,
    parallel_tool_calls: asked.parallel_tool_calls ?? true,
    previous_response_id: asked.previous_response_id ?? null,
    reasoning: { effort: null, summary: null },
    store: isStored(asked),
    temperature: asked.temperature ?? null,
    text: { format: asked.text?.format ?? { type: 'text' } },
    tool_choice: asked.tool_choice ?? 'auto',
    tools: asked.tools ?? [],
    top_p: asked.top_p ?? null,
    truncation: 'disabled',
    usage: null,
    user: null,
  };
}

function responseOfReply(
  asked: ResponseFields,
  createdAt: number,
  reply: Answered,
  output: readonly object[],
) {
  const { conversation, usage } = reply;
  const reason = incompleteReasonOf(reply);
  const id = idsOf(reply.assistantMessage.id).response;
  return {
    ...responseOf(asked, createdAt, {
      id,
      status: reason === undefined ? 'completed' : 'incomplete',
      output,
    }),
    ...(reason !== undefined && { incomplete_details: { reason } }),
    conversation: conversation && { id: conversation.id },
    usage: {
      input_tokens: usage.inputTokens,
      input_tokens_details: { cached_tokens: usage.cachedTokens },
      output_tokens: usage.outputTokens,
      output_tokens_details: { reasoning_tokens: usage.reasoningTokens },
      total_tokens: usage.inputTokens + usage.outputTokens,
    },
  };
}

const secondsOf = (ms: number) => Math.floor(ms / 1_000);

export function response(reply: Answered, asked: ResponseFields): object {
  const { id, content, createdAt } = reply.assistantMessage;
  const ids = idsOf(id);
  const output = [
    ...(content === ''
      ? []
      : [messageItem(ids.message, 'completed', [textPart(content, citationsOf(reply))])]),
    ...reply.calls.map((call, n) => callItem(asked, ids.call(n), call)),
  ];
  return responseOfReply(asked, secondsOf(Date.parse(createdAt)), reply, output);
}

export class ResponseWriter extends ReplyWriter {
  readonly #ids: ReturnType<typeof idsOf>;
  readonly #asked: ResponseFields;
  readonly #createdAt: number;
  readonly #output: object[] = [];
  #number = 0;
  /** The index of the message among the items. */
  #messageAt: number | undefined;

  constructor(events: EventStream, asked: ResponseFields, { replyId, nowMs }: Begun) {
    super(events);
    this.#ids = idsOf(replyId);
    this.#asked = asked;
    this.#createdAt = secondsOf(nowMs);
  }

  end(reply: Answered): void {
    for (const [n, call] of reply.calls.entries()) this.#call(this.#ids.call(n), call);
    if (this.#messageAt !== undefined) this.#endMessage(this.#messageAt, citationsOf(reply));
    const response = responseOfReply(this.#asked, this.#createdAt, reply, this.#output);
    this.#send(`response.${response.status}`, { response });
    this.events.end();
  }

  /** Not `response.failed`, which some clients take for a regular end. */
  fail({ error: { message, code, param } }: OpenAiError): void {
    this.#send('error', { code: code ?? 'server_error', message, param });
    this.events.end();
  }

  text(delta: string): void {
    const at = this.#messageAt ?? this.#beginMessage();
    this.#send('response.output_text.delta', { ...this.#partOf(at), delta, logprobs: [] });
  }

  #beginMessage(): number {
    const at = this.#add(messageItem(this.#ids.message, 'in_progress', []));
    this.#messageAt = at;
    this.#send('response.content_part.added', { ...this.#partOf(at), part: textPart('') });
    return at;
  }

  #endMessage(at: number, annotations: readonly object[]): void {
    const where = this.#partOf(at);
    const part = textPart(this.shown, annotations);
    for (const [annotation_index, annotation] of annotations.entries())
      this.#send('response.output_text.annotation.added', { ...where, annotation_index, annotation });
    this.#send('response.output_text.done', { ...where, text: this.shown, logprobs: [] });
    this.#send('response.content_part.done', { ...where, part });
    this.#done(at, messageItem(this.#ids.message, 'completed', [part]));
  }

  #call(id: string, call: ClientCall): void {
    const item = callItem(this.#asked, id, call);
    const at = this.#add({ ...item, status: 'in_progress', arguments: '' });
    const where = { item_id: id, output_index: at };
    this.#send('response.function_call_arguments.delta', { ...where, delta: call.input });
    this.#send('response.function_call_arguments.done', { ...where, name: item.name, arguments: call.input });
    this.#done(at, item);
  }

  #partOf(at: number) {
    return { item_id: this.#ids.message, output_index: at, content_index: 0 };
  }

  #add(item: object): number {
    const at = this.#output.push(item) - 1;
    this.#send('response.output_item.added', { output_index: at, item });
    return at;
  }

  #done(at: number, item: object): void {
    this.#output[at] = item;
    this.#send('response.output_item.done', { output_index: at, item });
  }

  #send(type: string, fields: object): void {
    if (this.#number === 0) {
      const own = { id: this.#ids.response, status: 'in_progress', output: [] } as const;
      const begun = responseOf(this.#asked, this.#createdAt, own);
      this.#event('response.created', { response: begun });
      this.#event('response.in_progress', { response: begun });
    }
    this.#event(type, fields);
  }

  #event(type: string, fields: object): void {
    this.events.send({ type, sequence_number: this.#number, ...fields }, { event: type });
    this.#number += 1;
  }
}
