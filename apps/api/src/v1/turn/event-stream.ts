import type { ServerResponse } from 'node:http';
import type { OpenAiError } from '../../http/openai-error.ts';
import type { WrittenEvent } from './answered.ts';

/** Writes a reply as it is produced. */
export interface ReplyWriter {
  write(event: WrittenEvent): void;
  /** After it has begun. */
  fail(error: OpenAiError): void;
}

/** Proxies close a connection after a minute of silence, or less. */
const commentEveryMs = 15_000;

/**
 * Server-sent events. The response begins with the first event, so that an earlier failure has its own status. If the
 * model takes long, it begins with a comment, which clients skip.
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

  /** `name`: the event's name, if the client needs it. */
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
