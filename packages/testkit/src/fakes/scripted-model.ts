import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { Model } from '@jarvis/core';
import { FakeService } from './serve.ts';

/** A request to an OpenAI-compatible server. */
export interface ModelRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly {
    readonly role: 'system' | 'user' | 'assistant' | 'tool';
    readonly content: string | null;
    readonly tool_calls?: readonly {
      readonly function: { readonly name: string; readonly arguments: string };
    }[];
  }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly tool_choice?: unknown;
}

/** One answer of the server, in a script. */
export type Step =
  | {
      readonly say: string;
      readonly finish?: 'stop' | 'length' | 'content_filter';
      readonly pieceMs?: number;
    }
  | { readonly call: readonly { readonly tool: string; readonly input: unknown }[]; readonly say?: string }
  | { readonly refuse: number; readonly message?: string; readonly headers?: Record<string, string> }
  /** Accepts the request and never answers. */
  | { readonly hang: true }
  /** Sends some text and then drops the connection. */
  | { readonly die: string }
  /** Sends some text, then nothing, and keeps the connection. */
  | { readonly stall: string }
  /** Sends these bytes with status 200. */
  | { readonly raw: string; readonly type?: string }
  /** An answer in pieces, sent as the iterable yields them. */
  | { readonly by: AsyncIterable<string> };

/**
 * A language model behind real HTTP on loopback, streaming or not, that follows its script and records its requests.
 * Takes steps from the queue; when it is empty, `otherwise` answers.
 */
export class ScriptedModel extends FakeService {
  readonly requests: ModelRequest[] = [];
  readonly queue: (Step | ((request: ModelRequest) => Step))[] = [];
  /** Unfinished requests whose caller is still connected. */
  waiting = 0;
  otherwise: (request: ModelRequest) => Step = () => ({ say: 'OK.' });

  static start = (): Promise<ScriptedModel> => new ScriptedModel().listen();

  /** Includes `/v1`, as `MODEL_BASE_URL` does. */
  override get url(): string {
    return `${super.url}/v1`;
  }

  /** The model as core's port. */
  get model(): Model {
    const provider = createOpenAICompatible({ name: 'scripted', baseURL: this.url, includeUsage: true });
    return { name: 'openai-compatible:scripted', builtin: false, languageModel: provider('scripted') };
  }

  script(...steps: (Step | ((request: ModelRequest) => Step))[]): this {
    this.queue.push(...steps);
    return this;
  }

  /** Clears the script and the recorded requests. */
  reset(): void {
    this.queue.length = 0;
    this.requests.length = 0;
    this.otherwise = () => ({ say: 'OK.' });
  }

  protected async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.url?.endsWith('/models')) return json(res, 200, { data: [{ id: 'scripted' }] });
    const request = JSON.parse(await text(req)) as ModelRequest;
    this.requests.push(request);
    this.waiting += 1;
    res.on('close', () => {
      this.waiting -= 1;
    });
    const next = this.queue.shift() ?? this.otherwise;
    const step = typeof next === 'function' ? next(request) : next;
    if ('hang' in step) return;
    if ('refuse' in step) {
      const body = { error: { message: step.message ?? 'refused by the script', type: 'scripted' } };
      return json(res, step.refuse, body, step.headers);
    }
    if ('raw' in step) {
      res.writeHead(200, { 'content-type': step.type ?? 'text/event-stream' }).end(step.raw);
      return;
    }
    if (request.stream) await stream(res, step);
    else answerWhole(res, step);
  }
}

type Spoken = Exclude<Step, { refuse: number } | { hang: true } | { raw: string }>;

async function stream(res: ServerResponse, step: Spoken): Promise<void> {
  const send = (delta: object, finish: string | null = null) => {
    const choice = { index: 0, delta, finish_reason: finish };
    res.write(`data: ${JSON.stringify({ id: '1', object: 'chat.completion.chunk', choices: [choice] })}\n\n`);
  };
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  send({ role: 'assistant', content: '' });
  if ('by' in step) {
    for await (const content of step.by) send({ content });
    return finish('stop');
  }
  if ('die' in step || 'stall' in step) {
    send({ content: 'die' in step ? step.die : step.stall });
    // Gives the text time to leave before the socket closes.
    if ('die' in step) setTimeout(() => res.destroy(), 20);
    return;
  }
  for (const piece of step.say?.match(/\s*\S+\s*?/g) ?? []) {
    send({ content: piece });
    if ('pieceMs' in step && step.pieceMs) await new Promise((resolve) => setTimeout(resolve, step.pieceMs));
    if (res.destroyed) return;
  }
  if ('call' in step) {
    send({ tool_calls: calls(step.call).map((call, index) => ({ index, ...call })) });
    return finish('tool_calls');
  }
  finish(step.finish ?? 'stop');

  function finish(reason: string): void {
    send({}, reason);
    res.write(`data: ${JSON.stringify({ id: '1', choices: [], usage })}\n\n`);
    res.end('data: [DONE]\n\n');
  }
}

function answerWhole(res: ServerResponse, step: Spoken): void {
  if ('die' in step || 'stall' in step || 'by' in step) {
    res.destroy();
    return;
  }
  const message = {
    role: 'assistant',
    content: step.say ?? null,
    ...('call' in step && { tool_calls: calls(step.call) }),
  };
  const finish = 'call' in step ? 'tool_calls' : (step.finish ?? 'stop');
  json(res, 200, {
    id: '1',
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: finish }],
    usage,
  });
}

const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };

let callNumber = 0;
const calls = (wanted: readonly { tool: string; input: unknown }[]) =>
  wanted.map(({ tool, input }) => {
    callNumber += 1;
    // A string is sent unchanged, for arguments that are not JSON.
    const text = typeof input === 'string' ? input : JSON.stringify(input);
    return { id: `call_${callNumber}`, type: 'function', function: { name: tool, arguments: text } };
  });

function json(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
