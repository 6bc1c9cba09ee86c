import { decodeString } from 'micromark-util-decode-string';
import { withoutUnknown } from './bare-addresses.ts';
import { endsOf, isAddress, KnownAddresses } from './known-addresses.ts';

/** A link or a tag is awaited for this long; a longer one is broken up, and stays text. */
const heldCharsMax = 1_000;

/**
 * Removes links that could carry data away from a reply. Text from outside in a turn may have told the model to write
 * an address that contains facts about the person, for them to click or for a page to load. In such a turn an address
 * stays only if it was known before, word for word and with its scheme: from the search results, the conversation or
 * the person's message, or as the bare home page of a host that was named there. Of any other link the words stay, of a
 * bare address its host.
 *
 * A renderer may parse the text differently (in code, after an escape), so the context does not count: anywhere in the
 * text, `](` and `]:` are followed by a harmless destination, no tag has an attribute that could lead elsewhere, and
 * every address is known.
 */
export class LinkGuard {
  readonly known = new KnownAddresses();
  /** The examined text that is not shown yet. */
  #held = '';
  /** After a `[` or `<` that may begin a link or a tag. */
  #isInLink = false;
  #isInTag = false;
  /** A destination follows, after white space. */
  #isBeforeTarget = false;
  /** The last character that is no blank. */
  #before = '';

  /**
   * Takes a piece of the stream, returns the part that can be shown: words up to white space outside of a link or a tag.
   * Where it is cut depends on the text before alone, so that the cuts between pieces do not matter.
   */
  push(piece: string): string {
    let shown = '';
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const [before, char = ''] = [this.#before, piece[at]];
      const isSpace = /[ \t\r\n]/.test(char);
      const isBlank = /[ \t]/.test(char);
      if (!isBlank) this.#before = char;
      if (before === ']' && /[(:]/.test(char)) this.#isBeforeTarget = true;
      else if (!isSpace && char !== '<') this.#isBeforeTarget = false;
      if (char === '[') this.#isInLink = true;
      else if (/[)\n]/.test(char) || (before === ']' && char !== '(' && !isBlank)) this.#isInLink = false;
      if (char === '<') this.#isInTag = true;
      else if (char === '>' || (isSpace && before === '<') || (char === '\n' && before === '\n'))
        this.#isInTag = false;
      const isOpen = (this.#isInLink || this.#isInTag) && this.#held.length + at - from < heldCharsMax;
      if (!isSpace || isOpen || this.#isBeforeTarget) continue;
      shown += this.#judged(this.#held + piece.slice(from, at + 1));
      this.#held = '';
      from = at + 1;
      this.#isInLink = false;
      this.#isInTag = false;
    }
    // Not read here: each reading of a joined string would copy all of it.
    this.#held += piece.slice(from);
    return shown;
  }

  /** The text held back at the end of the stream. */
  flush(): string {
    const rest = this.#judged(this.#held);
    this.#held = '';
    return rest;
  }

  /** Cleans a complete text. */
  clean(text: string): string {
    return this.push(text) + this.flush();
  }

  /** Each step also examines what an earlier one has joined. */
  #judged(text: string): string {
    if (!/[[\]<>:@&\\]|\/\/|www/i.test(text)) return text;
    const plain = text
      .replace(simpleLink, (whole, bang: string, words: string, angled: string | undefined, bare = '') => {
        if (this.#stands(angled ?? bare)) return whole;
        return bang === '' ? words : '';
      })
      .replace(anyTag, (tag) => (this.#mayStay(tag) ? tag : `< ${tag.slice(1)}`))
      .replace(target, (whole, sign: '(' | ':', angle: string | undefined, rest: string) =>
        this.#mayFollow(rest, sign, angle !== undefined)
          ? whole
          : // Some readers accept white space before the bracket.
            `${sign === '(' && isAddress(rest) ? '' : ']'} ${sign}`,
      );
    return withoutUnknown(plain, this.known);
  }

  /** Whether a link may have this destination: a known one, or one inside the reply. In code a word is an argument. */
  #stands(destination: string): boolean {
    return (
      /^(?:#[^<>[\]&\\!]*|\w*,?)$/.test(destination) || this.known.knows(decodeString(destination).trim())
    );
  }

  /** Whether a text may follow `](` or `]:`, in angle brackets or not: it begins with a destination that may stand. */
  #mayFollow(text: string, sign: '(' | ':', isAngled: boolean): boolean {
    const mark = isAngled ? '>' : sign === '(' ? ')' : '';
    const isEnd = (at: number) => text[at] === mark || (at === text.length && !isAngled);
    if (endsOf(text).some((at) => isEnd(at) && this.known.knows(text.slice(0, at)))) return true;
    const end = mark === '' ? -1 : text.indexOf(mark);
    if (text === '' || (isAngled && end === -1)) return false;
    const destination = end === -1 ? text : text.slice(0, end);
    return this.#stands(destination) || (sign === ':' && isHarmless(destination));
  }

  #mayStay(tag: string): boolean {
    if (!tag.endsWith('>') || /^<(?:script|style)\b/i.test(tag)) return false;
    // Also a type in code: `<string[]>`, `<T = {}>`. A value of words leads nowhere.
    if (wordsOnly.test(tag.replaceAll('[]', ''))) return true;
    if (plainTag.test(tag))
      return [...tag.matchAll(attribute)].every(
        ([, name = '', value = '']) =>
          harmless.test(name) || /^(?:#|$)/.test(value) || this.known.knows(decodeString(value)),
      );
    const address = tag.slice(1, -1);
    // The host of an unknown one stays.
    const isOfTheWeb = /^(?:https?|ftp):\/\/[\p{L}\p{N}][^\s\\&]*$/iu.test(address);
    return (
      isOfTheWeb || this.known.knows(/^[a-z][a-z\d+.-]+:/i.test(address) ? address : `mailto:${address}`)
    );
  }
}

const isHarmless = (destination: string): boolean =>
  !isAddress(destination) && /^[^<>[\]&\\!]*$/.test(destination);

/** In one line, without further brackets. */
const simpleLink =
  /(!?)\[([^[\]\n]*)\]\((?:[ \t]*(?:<([^<>\n]*)>|((?:[^\s()<>]|\([^\s()<>]*\))+)))?(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'))?[ \t]*\)/g;
const wordsOnly = /^<(?:[^<=:@[\]()\\`]|= ?(?:[\w{}]+(?=[\s,>])|"[\w -]*"))*>$/;
const plainTag = /^<[a-z][\w-]*(?: [a-z-]+(?:="[^"<>[\]()\\`]*")?)* ?\/?>$/i;
const attribute = / ([a-z-]+)="([^"]*)"/gi;
const harmless = /^(?:align|alt|class|colspan|dir|height|id|lang|name|open|rowspan|start|title|type|width)$/i;
const anyTag = /<(?:[a-z][^<>]*>?|[^\s<>@]*@[^<>]*>)/gi;
const target = /\](?:[ \t]*(?=\())?([(:])(?=\s*(?:(<)\s*)?(\S{0,4000}))/g;
