import type { ServerResponse } from 'node:http';

/** Proxies close a connection after a minute of silence, or less. */
const commentEveryMs = 15_000;

/**
 * Server-sent events. The response begins with the first event, so that an earlier failure has its own status. If the
 * model takes long, it begins with a comment, which clients skip.
 */
export class EventStream {
  readonly #res: ServerResponse;
  readonly #comments: NodeJS.Timeout;

  constructor(res: ServerResponse) {
    this.#res = res;
    this.#comments = setInterval(() => this.#write(': wait\n\n'), commentEveryMs).unref();
    res.once('close', () => clearInterval(this.#comments));
  }

  /** With the event's id or name, if the client needs it. */
  send(data: object, fields: { readonly id?: string; readonly event?: string } = {}): void {
    const lines = Object.entries({ ...fields, data: JSON.stringify(data) });
    this.#write(`${lines.map(([field, text]) => `${field}: ${text}\n`).join('')}\n`);
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
        'X-Accel-Buffering': 'no',
      });
    }
    this.#res.write(text);
  }
}
