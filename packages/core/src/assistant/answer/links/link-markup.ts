import { HeldText, type Looking } from './held-text.ts';
import { isAddress, type KnownAddresses } from './known-addresses.ts';
import {
  closingBracket,
  type Destination,
  definedDestination,
  inlineDestination,
  tagAhead,
} from './link-syntax.ts';

/**
 * Removes links, images, definitions and tags with unknown destinations from Markdown. Each is judged whole, from its
 * first bracket: a possible beginning is held back, so that the cuts between pieces do not matter. A renderer may
 * parse the text differently (in code, after an escape), so the context does not count: after every shown `](` and
 * `]:` there is an allowed destination, or none.
 */
export class LinkMarkup {
  readonly #known: KnownAddresses;
  readonly #text = new HeldText();
  readonly #work: Looking;
  #shown = '';
  #last = '\n';
  /**
   * A part was removed here. The text before and after must not join into a link, or into one word if the part had
   * white space.
   */
  #gap: 'none' | 'tight' | 'spaced' = 'none';

  constructor(known: KnownAddresses) {
    this.#known = known;
    this.#work = this.#look();
  }

  /** Takes a piece of text, returns the part that can be shown. */
  push(piece: string): string {
    this.#text.add(piece);
    return this.#go();
  }

  /** The text held back at the end. */
  flush(): string {
    this.#text.end();
    return this.#go();
  }

  #go(): string {
    this.#work.next();
    const shown = this.#shown;
    this.#shown = '';
    this.#text.forget();
    return shown;
  }

  *#look(): Looking {
    for (;;) {
      const char = yield* this.#text.char(0);
      if (char === '') return;
      if (char === '[') yield* this.#opened(1);
      else if (char === '!' && (yield* this.#text.char(1)) === '[') yield* this.#opened(2);
      else if (char === ']') yield* this.#closed();
      else if (char === '<') yield* this.#angle();
      else if (char === '\\' && /[\\[!]/.test(yield* this.#text.char(1))) this.#show(2);
      else this.#show(1);
    }
  }

  #show(count: number): void {
    const text = this.#text.take(count);
    if (text === '') return;
    const isWord = this.#gap === 'spaced' && /\S/.test(this.#last) && /^\S/.test(text);
    if (isWord || (this.#gap !== 'none' && /[\]<]/.test(this.#last))) this.#shown += ' ';
    this.#gap = 'none';
    this.#shown += text;
    this.#last = text.at(-1) ?? '';
  }

  #drop(count: number): void {
    this.#gap = /\s/.test(this.#text.take(count)) ? 'spaced' : 'tight';
  }

  /** A sign that has no meaning before a space. */
  #showApart(): void {
    this.#show(1);
    this.#gap = 'tight';
  }

  /** `[` (width 1), `![` (2): may begin a link or an image. */
  *#opened(width: 1 | 2): Looking {
    const close = yield* closingBracket(this.#text, width);
    if (close === -1 || (yield* this.#text.char(close + 1)) !== '(') return this.#show(width);
    const { destination, end } = yield* inlineDestination(this.#text, close + 2);
    if (end === -1 || this.#stands(destination)) return this.#show(width);
    const words = this.#text.slice(width, close);
    const isSpaced = /\s/.test(this.#text.slice(close, end));
    this.#drop(end);
    if (width === 2) return;
    // The text of a link stays, and is examined again in its new place.
    this.#text.putBack(isSpaced ? `${words} ` : words);
    this.#gap = isSpaced ? 'spaced' : 'tight';
  }

  /** `]`: may end a link or a definition. */
  *#closed(): Looking {
    const next = yield* this.#text.char(1);
    if (next === '(') {
      const found = yield* inlineDestination(this.#text, 2);
      if (found.end !== -1 && this.#stands(found.destination)) return this.#show(2);
      if (found.end === -1) return isHarmless(found) ? this.#show(1) : this.#showApart();
      this.#show(1);
      return this.#drop(found.end - 1);
    }
    if (next === ':') {
      const found = yield* definedDestination(this.#text, 2);
      const stands = found.end !== -1 && found.destination !== '' && this.#known.stands(found.destination);
      if (!stands && !isHarmless(found)) return this.#showApart();
    }
    this.#show(1);
  }

  /** `<`: may begin a tag. Web addresses in angle brackets are treated like bare ones. */
  *#angle(): Looking {
    if (!/[a-z]/i.test(yield* this.#text.char(1))) return this.#show(1);
    const tag = this.#last === '\\' ? undefined : yield* tagAhead(this.#text);
    if (tag === undefined) return this.#showApart();
    if (/^<[a-z][a-z\d+.-]{1,31}:[^\0- \x7f<>]*>$/i.test(tag)) {
      const isOfTheWeb = /^<(?:https?|ftp):\/\//i.test(tag);
      return isOfTheWeb || this.#known.stands(tag.slice(1, -1)) ? this.#show(1) : this.#showApart();
    }
    if (this.#mayStay(tag)) return this.#show(tag.length);
    return anyTag.test(tag) ? this.#drop(tag.length) : this.#showApart();
  }

  /** In code a word is an argument, `list[0](value)`; as a destination it is harmless. */
  #stands(destination: string): boolean {
    return /^\w+$/.test(destination) || this.#known.stands(destination);
  }

  #mayStay(tag: string): boolean {
    if (/^<(?:script|style)\b/i.test(tag)) return false;
    // Also a type in code: `<string[]>`.
    if (/^<[^<=:@[\]()\\`]*>$/.test(tag.replaceAll('[]', ''))) return true;
    return (
      plainTag.test(tag) &&
      [...tag.matchAll(attribute)].every(
        ([, name = '', quoted = '', single = '', bare = '']) =>
          harmlessAttribute.test(name) || this.#known.stands(quoted || single || bare),
      )
    );
  }
}

/** Whether it leads nowhere, even after a part of it has been removed. */
const isHarmless = ({ destination, isOpen }: Destination): boolean =>
  !isOpen && /^[^<>[\]&\\!]*$/.test(destination) && !isAddress(destination);

/** What HTML parsers read as a tag. */
const anyTag = /^<[a-z][\w-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*\/?>$/i;
/** The same, without forms that only Markdown parsers read as HTML. */
const plainTag =
  /^<[a-z][\w-]*(?:\s+[a-z][\w-]*(?:\s*=\s*(?:"[^"<>[\]()\\`]*"|'[^'<>[\]()\\`]*'|[^\s"'=<>[\]()\\`]+))?)*\s*\/?>$/i;
const attribute = /\s([a-z][\w-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
const harmlessAttribute =
  /^(?:align|alt|class|colspan|dir|height|id|lang|name|open|rowspan|start|title|type|width)$/i;
