import { BareAddresses } from './bare-addresses.ts';
import { KnownAddresses } from './known-addresses.ts';
import { LinkMarkup } from './link-markup.ts';

/**
 * Takes links out of a reply that could carry data away. Once text from outside is part of a turn, it may have told the
 * model to write an address with what it knows about the person in it, for them to click or for a page to load. So in
 * such a turn an address stands only if it was there before, word for word and with its scheme: in the search results,
 * in the conversation or in the person's message, or as the bare home page of a host that was named there. Any other
 * loses its address: of a link the words stay, of a bare address its host.
 */
export class LinkGuard {
  readonly #known = new KnownAddresses();
  readonly #markup = new LinkMarkup(this.#known);
  readonly #bare = new BareAddresses(this.#known);

  /** Notes every address in a text that was there before the model wrote. */
  allow(text: string): void {
    this.#known.allow(text);
  }

  /** Notes what the model wrote for a tool: its addresses count no more when the tool repeats them. */
  noteCall(text: string): void {
    this.#known.noteCall(text);
  }

  /** Notes every address in what a tool answers but those that the model was the first to name. */
  allowResult(text: string): void {
    this.#known.allowResult(text);
  }

  /** A piece of the stream in, what can be shown of it out: an unfinished link is held back. */
  push(piece: string): string {
    return this.#bare.push(this.#markup.push(piece));
  }

  /** What was held back at the end of the stream. */
  flush(): string {
    return this.#bare.push(this.#markup.flush()) + this.#bare.flush();
  }

  /** All of a text. Nothing can follow it. */
  clean(text: string): string {
    return this.push(text) + this.flush();
  }
}
