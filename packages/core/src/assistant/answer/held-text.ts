/** A step of looking at the text: yields while what it waits for has not arrived. */
export type Looking<T = void> = Generator<undefined, T, undefined>;

/** Text that arrives in pieces, by character, from the first that has not been decided on. */
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

  /** The character so far ahead; '' behind the end. */
  *char(ahead: number): Looking<string> {
    while (this.#at + ahead >= this.#chars.length && !this.#ended) yield;
    return this.#chars[this.#at + ahead] ?? '';
  }

  /** What has been looked at, by places ahead. */
  slice(from: number, to: number): string {
    return this.#chars.slice(this.#at + from, this.#at + to).join('');
  }

  /** Leaves the first characters behind. */
  take(count: number): string {
    const taken = this.slice(0, count);
    this.#at += count;
    return taken;
  }

  /** Puts text before what is held. There has to have been as much before it. */
  putBack(text: string): void {
    this.#at -= text.length;
    for (let i = 0; i < text.length; i += 1) this.#chars[this.#at + i] = text[i] ?? '';
  }

  /** Forgets what was left behind, now and then: each time would take time by the square of the text. */
  forget(): void {
    if (this.#at <= 4_000) return;
    this.#chars.splice(0, this.#at);
    this.#at = 0;
  }
}
