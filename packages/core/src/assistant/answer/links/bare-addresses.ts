import { decodeString } from 'micromark-util-decode-string';
import {
  addressStart,
  endsOf,
  hostOf,
  type KnownAddresses,
  mailAt,
  mayName,
  runFrom,
} from './known-addresses.ts';

/**
 * Removes bare addresses that renderers would turn into links, unless they are known: of a web address the host
 * stays, of a mail address its words. Examines each run of characters between white space, both raw and with its
 * escapes decoded.
 */
export class BareAddresses {
  readonly #known: KnownAddresses;
  /** Pieces of the unfinished run. */
  #held: string[] = [];

  constructor(known: KnownAddresses) {
    this.#known = known;
  }

  push(piece: string): string {
    let shown = '';
    let from = 0;
    for (const { index } of piece.matchAll(/[ \t\r\n]/g)) {
      this.#held.push(piece.slice(from, index));
      shown += this.flush() + piece[index];
      from = index + 1;
    }
    this.#held.push(piece.slice(from));
    return shown;
  }

  /** The text held back at the end. */
  flush(): string {
    const run = this.#held.join('');
    this.#held = [];
    return mayName.test(run) ? this.#withoutAngled(this.#judged(run)) : run;
  }

  /** In angle brackets any scheme makes an address, and a mail address needs no dot. */
  #withoutAngled(run: string): string {
    return run.replace(angled, (whole, address: string) => {
      const isMail = !/^[a-z][a-z\d+.-]+:/i.test(address);
      return this.#known.knows(isMail ? `mailto:${address}` : address) ? whole : `< ${whole.slice(1)}`;
    });
  }

  #judged(run: string): string {
    const { text, places } = decoded(run);
    let judged = '';
    let done = 0;
    for (const { index, 0: start } of text.matchAll(addressStart)) {
      if (index < done) continue;
      const before = run.slice(places[done], places[index]);
      if (start === '@') {
        if (!this.#isUnknownMail(text, index) && !this.#isUnknownMail(run, places[index] ?? 0)) continue;
        judged += `${before}(at)`;
        done = index + 1;
        continue;
      }
      const read = runFrom(text, index);
      const written = run.slice(places[index], places[index + read.length]);
      const [end, instead] = this.#instead(read, written, run[(places[index] ?? 0) - 1] === '<');
      // With the text before it, it may be another host, or that of a mail address.
      if (instead !== undefined && /(?:[\p{L}\p{N}]|@[\w.+-]*)$/u.test(text.slice(done, index)))
        judged += `${before} ${instead}`;
      else judged += before + (instead ?? run.slice(places[index], places[index + end]));
      done = index + end;
      // A renderer may read the following text as part of the address.
      if (instead === undefined && done < text.length) judged += ' ';
    }
    return judged + run.slice(places[done]);
  }

  #isUnknownMail(text: string, at: number): boolean {
    const mail = text[at] === '@' ? mailAt(text, at) : undefined;
    if (!mail) return false;
    const isChat = /xmpp:$/i.test(text.slice(0, mail.start).slice(-'xmpp:'.length));
    return isChat || !this.#known.knows(`mailto:${mail.address}`);
  }

  /** The end of the address in a run, and its replacement; no replacement if it is known. */
  #instead(address: string, written: string, isAngled: boolean): readonly [end: number, instead?: string] {
    // Some renderers find an address before decoding escapes, and some after: both readings must be known.
    const known = endsOf(address).find(
      (end) => written.startsWith(address.slice(0, end)) && this.#known.knows(address.slice(0, end)),
    );
    if (known !== undefined) {
      const behind = written.slice(known);
      if (sentenceEnd.test(behind)) return [address.length];
      return [known + (/^["']/.test(behind) || (isAngled && behind.startsWith('>')) ? 1 : 0)];
    }
    if (/^mailto:/i.test(address)) return ['mailto:'.length, 'mailto: '];
    // Keeps the brackets after it: without them others would pair up.
    const end = address.search(/[\s"'`()[\]{}<>|\\]/);
    const whole = end === -1 ? address : address.slice(0, end);
    const host = hostOf(whole);
    return [whole.length, isAngled && !host.includes('.') ? ` ${host}` : host];
  }
}

/** In the form that renderers detect: `<https://…>`, `<ada@example.org>`. */
const angled = /<([a-z][a-z\d+.-]{1,31}:[^<> ]*|[\w.!#$%&'*+/=?^`{|}~-]{1,1000}@[a-z\d.-]{1,1000})>/gi;
/**
 * At most five closing signs that renderers exclude from an address, except the few that end emphasis: more could
 * carry data.
 */
const sentenceEnd = /^(?!.{6})(?:[*_]{0,3}[!"'),.:;?]*|[!"'),.:;?]{0,2}[*_]{1,3})$/;

/** A run with decoded escapes, and the position of each decoded character in the raw run. */
function decoded(run: string): { readonly text: string; readonly places: readonly number[] } {
  let text = '';
  const places: number[] = [];
  const take = (written: string, read: string, at: number) => {
    for (let i = 0; i < read.length; i += 1) places.push(written === read ? at + i : at);
    text += read;
  };
  let from = 0;
  for (const { index, 0: written } of run.matchAll(escapes)) {
    const plain = run.slice(from, index);
    take(plain, plain, from);
    take(written, decodeString(written), index);
    from = index + written.length;
  }
  const rest = run.slice(from);
  take(rest, rest, from);
  places.push(run.length);
  return { text, places };
}

const escapes = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{0,31});|\\[!-/:-@[-`{-~]/gi;
