/** Lines are written together: one write for each took a twentieth of a request. */
const gatheredCharsMax = 4_096;
const gatheredMsMax = 200;

/** What a reader that stalls may leave unread before lines are dropped. */
const unreadBytesMax = 1024 * 1024;

/** `process.stdout`, or what behaves as it does: a failed write does not end it. */
export interface Output {
  readonly writableLength: number;
  write(text: string, done: (error?: Error | null) => void): unknown;
  on(event: 'error', listener: () => void): unknown;
}

/**
 * Where log lines go. What cannot be written (a full disk, a reader that stalls or has gone) is dropped and counted,
 * and the first line that can be written again says how much is missing: logging never ends or holds up the process.
 * pino's own destination tries for ever at exit to write to a full disk.
 */
export class LogDestination {
  readonly #output: Output;
  #text = '';
  #lines = 0;
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(output: Output) {
    this.#output = output;
    output.on('error', () => {});
  }

  write(line: string): void {
    this.#text += line;
    this.#lines += 1;
    if (this.#text.length >= gatheredCharsMax) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), gatheredMsMax).unref();
  }

  /** Hands over what has been gathered. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#lines === 0) return;
    const lines = this.#lines;
    const text = this.#text;
    this.#lines = 0;
    this.#text = '';
    if (this.#output.writableLength > unreadBytesMax) {
      this.#dropped += lines;
      return;
    }
    const missing = this.#dropped;
    this.#dropped = 0;
    this.#output.write(missing === 0 ? text : tell(missing) + text, (error) => {
      if (error) this.#dropped += missing + lines;
    });
  }
}

/** Begins with a line break: the last write may have ended within a line. */
function tell(dropped: number): string {
  const time = new Date().toISOString();
  return `\n${JSON.stringify({ level: 40, time, dropped, msg: 'log lines could not be written and were dropped' })}\n`;
}
