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
    const at = unfinishedFrom(this.#held);
    const ready = this.#held.slice(0, at);
    this.#held = this.#held.slice(at);
    return this.clean(ready);
  }

  /** What was held back at the end of the stream. */
  flush(): string {
    const rest = this.#held;
    this.#held = '';
    return this.clean(rest);
  }

  clean(text: string): string {
    return text
      .replace(markdownLink, (whole, bang: string, words: string, address: string) =>
        this.#stands(address) ? whole : `${bang === '!' ? '' : words}`,
      )
      .replace(reference, (whole, _label: string, address: string) => (this.#stands(address) ? whole : ''))
      .replace(htmlTag, (whole, address: string) => (this.#stands(address) ? whole : ''))
      .replace(anyAddress, (address) => (this.#stands(address) ? address : (parse(address)?.host ?? '')));
  }

  #stands(address: string): boolean {
    const url = parse(address.replace(/^<|>$/g, ''));
    if (!url) return !/^[a-z][a-z\d+.-]*:|^\/\//i.test(address.trim());
    if (this.#known.has(normal(url))) return true;
    const home = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
    return home && this.#hosts.has(url.host);
  }
}

const anyAddress = /\b(?:https?|ftp):\/\/[^\s<>"'`\])}|\\]+|(?<![\w./@-])www\.[\w-]+\.[^\s<>"'`\])}|\\]+/gi;
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
    /(?:https?|ftp):\/\/[^\s<>"'`\])}|\\]*$/i.exec(tail)?.index,
    /\b(?:h|ht|htt|https?:?\/?|f|ft|ftp:?\/?|w{1,3}|www\.[^\s<>"'`\])}|\\]*)$/i.exec(tail)?.index,
    /!?\[(?:[^[\]]|\[[^[\]]*\])*(?:\](?:\([^)]*)?)?$/.exec(tail)?.index,
    /!$/.exec(tail)?.index,
    /<[a-z][^>]*$/i.exec(tail)?.index,
    /(?:^|\n) {0,3}\[[^\]\n]{1,500}\]:[^\n]*$/.exec(tail)?.index,
  ].filter((index) => index !== undefined);
  return starts.length === 0 ? text.length : offset + Math.min(...starts);
}

/** No address that means well is longer; the rest of a longer one is shown as the text that it is. */
const heldMax = 4_000;

function parse(address: string): URL | undefined {
  const whole = /^www\./i.test(address) ? `https://${address}` : address;
  const trimmed = whole.replace(/(?<![.,;:!?*_])[.,;:!?*_]+$/, '');
  return /^(?:https?|ftp):\/\//i.test(trimmed) && URL.canParse(trimmed) ? new URL(trimmed) : undefined;
}

const normal = (url: URL): string => `${url.host}${url.pathname.replace(/\/$/, '')}${url.search}${url.hash}`;
