import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { decodeString } from 'micromark-util-decode-string';

/**
 * Takes links out of a reply that could carry data away. Once text from the web is part of a turn, it may have
 * told the model to write an address with what it knows about the person in it, for them to click or for a
 * page to load. So in such a turn an address stands only if it was there before: word for word in the search
 * results, in the conversation or in the person's message, or as the bare home page of a host that was named
 * there. Any other loses its address: of a Markdown link the words stay, of a bare address its host.
 */
export class LinkGuard {
  readonly #known = new Set<string>();
  readonly #hosts = new Set<string>();
  #held = '';
  /** Of what is held back, the characters after the last white space. */
  #wordChars = 0;

  /** Notes every address in a text that was there before the model wrote. */
  allow(text: string): void {
    for (const [address] of text.matchAll(anyAddress)) {
      const url = parse(address);
      if (!url) continue;
      this.#known.add(normal(url));
      this.#hosts.add(url.host);
    }
  }

  /** A piece of the stream in, what can be shown of it out: an unfinished address is held back. */
  push(piece: string): string {
    this.#held += piece;
    const space = piece.search(/\s\S*$/);
    this.#wordChars = space === -1 ? this.#wordChars + piece.length : piece.length - space - 1;
    // All of it is one word that has not ended. To look through it anew with each piece would take time by its square.
    if (this.#wordChars >= Math.max(heldMax, this.#held.length)) return '';
    const at = unfinishedFrom(this.#held);
    const ready = this.#held.slice(0, at);
    this.#held = this.#held.slice(at);
    return this.clean(ready);
  }

  /** What was held back at the end of the stream. */
  flush(): string {
    const rest = this.#held;
    this.#held = '';
    this.#wordChars = 0;
    return this.clean(rest);
  }

  clean(text: string): string {
    const clean = withAddressesDecoded(text)
      .replace(markdownLink, (whole, bang: string, words: string, address: string) =>
        this.#stands(address) ? whole : `${bang === '!' ? '' : words}`,
      )
      .replace(reference, (whole, _label: string, address: string) => (this.#stands(address) ? whole : ''))
      .replace(htmlTag, (whole, address: string) => (this.#stands(address) ? whole : ''))
      .replace(anyAddress, (address) => (this.#stands(address) ? address : hostOf(address)));
    return this.#hasUnknown(clean) ? clean.replace(markup, '') : clean;
  }

  /** Whether the renderer's own parser still makes a link or an image of something that does not stand. */
  #hasUnknown(text: string): boolean {
    if (!/[<[@]|www|:\/\//i.test(text)) return false;
    if (text.length > heldMax) return /\][(:[]|<[a-z]/i.test(text);
    const isUnknown = (node: Nodes): boolean =>
      ('url' in node && !this.#stands(node.url) && !isMail(node)) ||
      ('children' in node && node.children.some(isUnknown));
    return readings.some((extensions) => isUnknown(fromMarkdown(text, { ...markdown, extensions })));
  }

  /** A destination stands if it was there before, is empty or leads to a place in the reply itself. */
  #stands(destination: string): boolean {
    const address = decodeString(destination.replace(/^<([^<>]*)>$/, '$1')).trim();
    const url = parse(address);
    if (!url) return address === '' || address.startsWith('#');
    if (this.#known.has(normal(url))) return true;
    const home = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
    return home && this.#hosts.has(url.host);
  }
}

/** A bare mail address, which renderers make a link of, carries nothing: `mailto:ada@example.org`. */
const isMail = (node: Nodes): boolean => node.type === 'link' && /^mailto:[^?&%]+$/i.test(node.url);

const markdown = { mdastExtensions: [gfmFromMarkdown()] };
const code = ['codeFenced', 'codeIndented', 'codeText', 'htmlFlow', 'htmlText'];
/**
 * As the renderer reads a text, and as if nothing in it were code or a tag: a piece of the stream does not tell
 * whether a fence was opened before it.
 */
const readings = [[gfm()], [gfm(), { disable: { null: code } }]];
/** What links are made of. */
const markup = /[[\]<>\\&@]|:\/\/|(?<=www)\./gi;

/**
 * A word that is an address only when its escapes and character references are decoded (`https&#58;//`), as the
 * address that it is: renderers look for bare addresses in decoded text.
 */
const withAddressesDecoded = (text: string): string =>
  text.replace(/\S+/g, (word) => {
    if (!/[&\\]/.test(word)) return word;
    const decoded = decodeString(word);
    return decoded !== word && decoded.search(anyAddress) !== -1 ? decoded : word;
  });

/** Not `www.` before it, of which renderers would make a link again. */
const hostOf = (address: string): string => parse(address)?.host.replace(/^(?:www\.)+/, '') ?? '';

const anyAddress = /(?:https?|ftp):\/\/[^\s<>"'`\])}|\\]+|(?<![\p{L}\p{N}])www\.[^\s<>"'`\])}|\\]+/giu;
// Bounded repeats: a reply made to be slow to look through must not keep the process busy.
const markdownLink =
  /(!?)\[((?:[^[\]]|\[[^[\]]{0,500}\]){0,2000})\]\([ \n]{0,9}(<[^<>\n]{0,4000}>|[^\s)]{1,4000})(?:[ \n]{1,9}["'(][^)]{0,500})?[ \n]{0,9}\)/g;
const reference = /^ {0,3}\[([^\]\n]{1,500})\]:[ \t]*(\S+).*$/gm;
const htmlTag =
  /<[a-z][^<>]{0,1000}?\b(?:href|src|srcset|action|data|poster)\s{0,9}=\s{0,9}["']?([^"'\s<>]{1,4000})[^<>]{0,1000}>/gi;

/** Where what could still become an address begins; the end of the text when nothing could. */
function unfinishedFrom(text: string): number {
  const tail = text.slice(-heldMax);
  const offset = text.length - tail.length;
  const starts = [
    // What follows of a word may make it an address, or another one.
    /(?<!\S)\S+$/.exec(tail)?.index,
    /!?\[(?:[^[\]]|\[[^[\]]*\])*(?:\](?:\([^)]*)?)?$/.exec(tail)?.index,
    /<[a-z][^>]*$/i.exec(tail)?.index,
    // A definition, whose destination may stand on the line after it.
    /(?<![^\n])[^\n]*\]:[^\n]*\n?[^\n]*$/.exec(tail)?.index,
  ].filter((index) => index !== undefined);
  if (starts.length === 0) return text.length;
  const head = text.slice(0, offset + Math.min(...starts));
  return head.length - (/(?<!\S)\S+$/.exec(head)?.[0].length ?? 0);
}

/** No address that means well is longer; the rest of a longer one is shown as the text that it is. */
const heldMax = 4_000;

function parse(address: string): URL | undefined {
  const whole = /^www\./i.test(address) ? `https://${address}` : address;
  const trimmed = whole.replace(/(?<![.,;:!?*_])[.,;:!?*_]+$/, '');
  return /^(?:https?|ftp):\/\//i.test(trimmed) && URL.canParse(trimmed) ? new URL(trimmed) : undefined;
}

const normal = (url: URL): string => `${url.host}${url.pathname.replace(/\/$/, '')}${url.search}${url.hash}`;
