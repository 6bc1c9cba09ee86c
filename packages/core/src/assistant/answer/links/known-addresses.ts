import { decodeString } from 'micromark-util-decode-string';

/**
 * The addresses that a reply may link: those that were known before the model wrote. An address is known by its
 * scheme, host, path, query and fragment; the bare home page of a named host is known too. An address with a user
 * name never is.
 */
export class KnownAddresses {
  /** Pages, the home pages of their hosts, and mail addresses. */
  readonly #known = new Set<string>();
  /** Addresses that the model first named: pages without their scheme, by host, and mail addresses. */
  readonly #coined = new Map<string, Set<string>>();
  /** Addresses beyond these stay unknown: with millions of them, nobody else would be served for seconds. */
  readonly #budget = { left: 50_000 };

  /** Marks every address in a text as known. */
  allow(text: string): void {
    for (const address of addressesIn(text, this.#budget)) this.#allow(address);
  }

  /** Records the model's own text for a tool: addresses that it first names there could carry data. */
  noteCall(text: string): void {
    for (const address of addressesIn(text, this.#budget)) {
      const key = this.knows(address) ? undefined : keyOf(address);
      if (key) this.#coined.set(key.host, (this.#coined.get(key.host) ?? new Set()).add(key.page));
    }
  }

  /** Marks the addresses in a tool's result as known, except those that repeat the model's, truncated or extended. */
  allowResult(text: string): void {
    for (const address of addressesIn(text, this.#budget)) if (!this.#repeats(address)) this.#allow(address);
  }

  #repeats(address: string): boolean {
    const key = keyOf(address);
    const coined = key && this.#coined.get(key.host);
    if (!coined) return false;
    const { host, page } = key;
    const isPart = (one: string) => one.startsWith(page) || (one !== host && page.startsWith(one));
    return coined.size > coinedMax || [...coined].some(isPart);
  }

  /** Whether this exact address is known. */
  knows(address: string): boolean {
    // URL parsers drop white space and control characters, and read a backslash as a slash.
    if (/[\0- \\\x7f]/.test(address)) return false;
    if (/^mailto:/i.test(address)) return this.#known.has(address.toLowerCase());
    const url = urlOf(address);
    return url !== undefined && url.username + url.password === '' && this.#known.has(pageOf(url));
  }

  #allow(address: string): void {
    if (/^mailto:/i.test(address)) this.#known.add(address.toLowerCase());
    // Renderers add one of these schemes.
    const schemes = /^www\./i.test(address) ? ['http://', 'https://'] : [''];
    for (const scheme of schemes) {
      const url = urlOf(scheme + address);
      if (url) this.#known.add(pageOf(url)).add(originOf(url));
    }
  }
}

/**
 * Whether any program might read a destination as an address: one with a scheme or a host, or one that is incomplete.
 */
export const isAddress = (destination: string): boolean =>
  /^\s*(?:[a-z][a-z\d+.-]*:|[/\\]{2}|www\.)|&/i.test(destination);

/** Everything in a text that renderers may read as an address, until the budget is spent. */
function* addressesIn(text: string, budget: { left: number }): Generator<string> {
  for (const word of text.match(words) ?? []) {
    if (!mayName.test(word)) continue;
    budget.left -= (10 + word.length) / 100;
    if (budget.left < 0) return;
    const decoded = decodeString(word);
    let done = 0;
    for (const { index, 0: start } of decoded.matchAll(addressStart)) {
      if (index < done) continue;
      if (start === '@') {
        const mail = mailAt(decoded, index);
        if (mail && budget.left-- > 0) yield `mailto:${mail.address}`;
        continue;
      }
      const run = runFrom(decoded, index);
      for (const end of endsOf(run)) {
        budget.left -= 1;
        if (budget.left < 0) return;
        yield run.slice(0, end);
      }
      const end = run.search(delimiter);
      done = index + (end === -1 ? run.length : end);
    }
  }
}

/** The key for comparing an address with the model's; undefined if it is not an address. */
function keyOf(address: string): { readonly host: string; readonly page: string } | undefined {
  if (/^mailto:/i.test(address)) return { host: address.toLowerCase(), page: address.toLowerCase() };
  const url = urlOf(address);
  return url && { host: url.host, page: pageOf(url).slice(`${url.protocol}//`.length) };
}

/** If the model has named more pages of a host, no later page of it counts as a tool's own. */
const coinedMax = 100;

const words = /[^ \t\r\n]+/g;
/** Whether a word may contain an address, decoded or not. */
const mayName = /[:@&\\]|\/\/|www/i;

/** Where a renderer may find an address in text. */
export const addressStart =
  /(?:https?|ftp):\/\/(?=[^\s<>"'`\])}|\\])|(?<![:/\p{L}\p{N}])\/\/(?=[\p{L}\p{N}-]+\.[\p{L}\p{N}.-]*[/?#])|(?<![\p{L}\p{N}])www\.|mailto:(?=[\w.+-])|@/giu;

/** No legitimate address is longer. */
const addressCharsMax = 4_000;
const mailCharsMax = 330;
/** Characters that renderers may exclude from the end of an address, or include. */
const trailing = /[\p{P}\p{S}]/u;
const trailingMax = 4;
/** Characters that may end an address, or be a part of it. */
export const delimiter = /[\s"'`<>\\|()[\]{}。，、；：！？“”„«»…]/;
const delimitersMax = 4;

/** The longest text that a renderer may read as an address from this position. */
export function runFrom(text: string, from: number): string {
  const isMail = /^mailto:/i.test(text.slice(from, from + 'mailto:'.length));
  const rest = text.slice(from, from + (isMail ? mailCharsMax : addressCharsMax));
  const end = rest.search(/[ \t\r\n]/);
  return end === -1 ? rest : rest.slice(0, end);
}

/** The possible ends of the address at the start of a run, the longest first. */
export function endsOf(run: string): number[] {
  const ends = [];
  for (let at = 0; at <= run.length && ends.length <= delimitersMax; at += 1)
    if (at === run.length || delimiter.test(run[at] ?? '')) ends.push(at);
  const trimmed = ends.flatMap((end) => {
    let least = end;
    while (end - least < trailingMax && trailing.test(run[least - 1] ?? '')) least -= 1;
    return Array.from({ length: end - least + 1 }, (_, n) => end - n);
  });
  return [...new Set(trimmed)].toSorted((a, b) => b - a);
}

/** The mail address around an `@`, as renderers detect it; undefined if there is none. */
export function mailAt(
  text: string,
  at: number,
): { readonly address: string; readonly start: number } | undefined {
  let start = at;
  while (/[\w.+-]/.test(text[start - 1] ?? '')) start -= 1;
  let end = at + 1;
  while (/[\w.-]/.test(text[end] ?? '')) end += 1;
  while (/[._-]/.test(text[end - 1] ?? '')) end -= 1;
  const domain = text.slice(at + 1, end);
  if (start === at || !domain.includes('.') || !/[a-z]$/i.test(domain)) return undefined;
  return { address: text.slice(start, end).toLowerCase(), start };
}

/** The host of an address, without characters that renderers would link again; a placeholder if it has none. */
export const hostOf = (address: string): string => {
  const host = urlOf(address)?.host.replace(/^(?:www\.)+/, '');
  if (host === '') return 'www';
  return host && /^[\p{L}\p{N}][\p{L}\p{N}.:-]*$/u.test(host) && !host.includes('www.') ? host : '…';
};

function urlOf(address: string): URL | undefined {
  const whole = address.replace(/^(?:\/\/|(?=www\.))/i, 'https://');
  return /^(?:https?|ftp):\/\//i.test(whole) && URL.canParse(whole) ? new URL(whole) : undefined;
}

const originOf = (url: URL): string => `${url.protocol}//${url.host}`;
/** A final slash does not make another address: a home page is the origin. */
const pageOf = (url: URL): string =>
  `${originOf(url)}${url.pathname}${url.search}${url.hash}`.replace(/^([^?#]*)\/$/, '$1');
