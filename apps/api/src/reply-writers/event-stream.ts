import type { ServerResponse } from 'node:http';
import type { OpenAiError } from '../http/openai-error.ts';
import type { WrittenEvent } from './answered.ts';

/** A reply that is written as it comes. */
export interface ReplyWriter {
  write(event: WrittenEvent): void;
  /** Once it has begun. */
  fail(error: OpenAiError): void;
}

/** Proxies close what says nothing for a minute or less. */
const commentEveryMs = 15_000;

/**
 * Server-sent events. The answer begins with the first event: what fails before has a status of its own. While the
 * model takes its time it begins with a comment, which clients skip.
 */
export class EventStream {
  readonly #res: ServerResponse;
  readonly #headers: () => Readonly<Record<string, string>>;
  readonly #comments: NodeJS.Timeout;

  constructor(res: ServerResponse, headers: () => Readonly<Record<string, string>>) {
    this.#res = res;
    this.#headers = headers;
    this.#comments = setInterval(() => this.#write(': wait\n\n'), commentEveryMs).unref();
    res.once('close', () => clearInterval(this.#comments));
  }

  /** `name`: of the event, where a client asks for it. */
  send(data: object, name?: string): void {
    this.#write(`${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`);
  }

  end(last = ''): void {
    clearInterval(this.#comments);
    this.#write(last);
    this.#res.end();
  }

  #write(text: string): void {
    if (this.#res.destroyed || this.#res.writableEnded) return;
    if (!this.#res.headersSent) {
      this.#res.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
        ...this.#headers(),
      });
    }
    this.#res.write(text);
  }
}
