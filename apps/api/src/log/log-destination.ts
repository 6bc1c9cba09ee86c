/** Lines are batched: one write per line took a twentieth of a request's time. */
const gatheredCharsMax = 4_096;
const gatheredMsMax = 200;

/** Unread bytes of a stalled reader above which lines are dropped. */
const unreadBytesMax = 1024 * 1024;

/** `process.stdout`, or a stream like it that a failed write does not end. */
export interface Output {
  readonly writableLength: number;
  write(text: string, done: (error?: Error | null) => void): unknown;
  on(event: 'error', listener: () => void): unknown;
}

/**
 * The destination of log lines. Lines that cannot be written (a full disk, a reader that has stalled or left) are
 * dropped and counted, and the next written line says how many are missing: logging never ends or blocks the process.
 * pino's own destination retries without end at exit if the disk is full.
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

/** Begins with a line break: the last write may have ended inside a line. */
function tell(dropped: number): string {
  const time = new Date().toISOString();
  return `\n${JSON.stringify({ level: 40, time, dropped, msg: 'log lines could not be written and were dropped' })}\n`;
}
