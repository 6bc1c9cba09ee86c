/** A parser step: yields while it waits for more text. */
export type Looking<T = void> = Generator<undefined, T, undefined>;

/** Streamed text by character, from the first undecided one. */
export class HeldText {
  readonly #chars: string[] = [];
  #at = 0;
  #ended = false;

  add(piece: string): void {
    for (let i = 0; i < piece.length; i += 1) this.#chars.push(piece[i] ?? '');
  }

  end(): void {
    this.#ended = true;
  }

  /** The character `ahead` places on; '' after the end. */
  *char(ahead: number): Looking<string> {
    while (this.#at + ahead >= this.#chars.length && !this.#ended) yield;
    return this.#chars[this.#at + ahead] ?? '';
  }

  /** The text examined so far, by places ahead. */
  slice(from: number, to: number): string {
    return this.#chars.slice(this.#at + from, this.#at + to).join('');
  }

  /** Consumes the first characters. */
  take(count: number): string {
    const taken = this.slice(0, count);
    this.#at += count;
    return taken;
  }

  /** Puts text before the undecided part. At least as much must have been consumed. */
  putBack(text: string): void {
    this.#at -= text.length;
    for (let i = 0; i < text.length; i += 1) this.#chars[this.#at + i] = text[i] ?? '';
  }

  /** Drops the consumed text from time to time: dropping it each time would be quadratic. */
  forget(): void {
    if (this.#at <= 4_000) return;
    this.#chars.splice(0, this.#at);
    this.#at = 0;
  }
}
