import { BareAddresses } from './bare-addresses.ts';
import { KnownAddresses } from './known-addresses.ts';
import { LinkMarkup } from './link-markup.ts';

/**
 * Removes links that could carry data away from a reply. Text from outside in a turn may have told the model to write
 * an address that contains facts about the person, for them to click or for a page to load. In such a turn an address
 * stays only if it was known before, word for word and with its scheme: from the search results, the conversation or
 * the person's message, or as the bare home page of a host that was named there. Of any other link the words stay, of a
 * bare address its host.
 */
export class LinkGuard {
  readonly #known = new KnownAddresses();
  readonly #markup = new LinkMarkup(this.#known);
  readonly #bare = new BareAddresses(this.#known);

  /** Marks every address in a text that existed before the reply as known. */
  allow(text: string): void {
    this.#known.allow(text);
  }

  /** Records the model's text for a tool: its addresses stay unknown even if the tool repeats them. */
  noteCall(text: string): void {
    this.#known.noteCall(text);
  }

  /** Marks every address in a tool's result as known, except those that the model first named. */
  allowResult(text: string): void {
    this.#known.allowResult(text);
  }

  /** Takes a piece of the stream, returns the part that can be shown: an unfinished link is held back. */
  push(piece: string): string {
    return this.#bare.push(this.#markup.push(piece));
  }

  /** The text held back at the end of the stream. */
  flush(): string {
    return this.#bare.push(this.#markup.flush()) + this.#bare.flush();
  }

  /** Cleans a complete text. */
  clean(text: string): string {
    return this.push(text) + this.flush();
  }
}
