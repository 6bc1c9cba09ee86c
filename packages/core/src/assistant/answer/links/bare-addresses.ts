import { decodeString } from 'micromark-util-decode-string';
import {
  addressStart,
  delimiter,
  endsOf,
  hostOf,
  type KnownAddresses,
  mailAt,
  runFrom,
} from './known-addresses.ts';

/**
 * A text without bare addresses that renderers would turn into links, unless they are known: of a web address the host
 * stays, of a mail address its words. Examines the text both raw and with its escapes decoded.
 */
export function withoutUnknown(run: string, known: KnownAddresses): string {
  const { text, places } = decoded(run);
  let judged = '';
  let done = 0;
  for (const { index, 0: start } of text.matchAll(addressStart)) {
    if (index < done) continue;
    const before = run.slice(places[done], places[index]);
    if (start === '@') {
      if (!isUnknownMail(text, index, known) && !isUnknownMail(run, places[index] ?? 0, known)) continue;
      judged += `${before}(at)`;
      done = index + 1;
      continue;
    }
    const read = runFrom(text, index);
    const written = run.slice(places[index], places[index + read.length]);
    const at = places[index] ?? 0;
    const isAngled = run[at - 1] === '<' && run[at - 2] !== '\\';
    const [end, instead] = insteadOf(read, written, isAngled, known);
    // With the text before it, it may be another host, or that of a mail address.
    if (instead !== undefined && /(?:[\p{L}\p{N}]|@[\w.+-]*)$/u.test(text.slice(done, index)))
      judged += `${before} ${instead}`;
    else judged += before + (instead ?? run.slice(places[index], places[index + end]));
    done = index + end;
    // A renderer may read the following text as part of the address.
    if (instead === undefined && /[^ \t\r\n]/.test(run[places[done] ?? 0] ?? ' ')) judged += ' ';
  }
  return judged + run.slice(places[done]);
}

function isUnknownMail(text: string, at: number, known: KnownAddresses): boolean {
  const mail = text[at] === '@' ? mailAt(text, at) : undefined;
  if (!mail) return false;
  const isChat = /xmpp:$/i.test(text.slice(0, mail.start).slice(-'xmpp:'.length));
  return isChat || !known.knows(`mailto:${mail.address}`);
}

/** The end of the address in a run, and its replacement; no replacement if it is known. */
function insteadOf(
  address: string,
  written: string,
  isAngled: boolean,
  all: KnownAddresses,
): readonly [end: number, instead?: string] {
  // Some renderers find an address before decoding escapes, and some after: both readings must be known.
  const known = endsOf(address).find(
    (end) => written.startsWith(address.slice(0, end)) && all.knows(address.slice(0, end)),
  );
  if (known !== undefined) {
    const behind = written.slice(known);
    if (sentenceEnd.test(behind)) return [address.length];
    return [known + (/^["')]/.test(behind) || (isAngled && behind.startsWith('>')) ? 1 : 0)];
  }
  if (/^mailto:/i.test(address)) return ['mailto:'.length, 'mailto: '];
  // Keeps the brackets after it: without them others would pair up.
  const end = address.search(/[\s"'`()[\]{}<>|\\]/);
  const whole = end === -1 ? address : address.slice(0, end);
  const host = hostOf(whole);
  // Otherwise it would be a tag, or with a port an address.
  return [whole.length, isAngled && !/^[^.:]+\.[^:]+$/.test(host) ? ` ${host}` : host];
}

/**
 * At most five closing signs that renderers exclude from an address, except the few that end emphasis: more could
 * carry data.
 */
const sentenceEnd = /^(?!.{6})(?:[*_]{0,3}[!"'),.:;?]*|[!"'),.:;?]{0,2}[*_]{1,3})$/;

/** A run with decoded escapes, and the position of each decoded character in the raw run. */
function decoded(run: string): { readonly text: string; readonly places: Uint32Array } {
  let text = '';
  const places = new Uint32Array(run.length + 1);
  const take = (written: string, read: string, at: number) => {
    for (let i = 0; i < read.length; i += 1) places[text.length + i] = written === read ? at + i : at;
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
  places[text.length] = run.length;
  return { text, places };
}

const escapes = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{0,31});|\\[!-/:-@[-`{-~]/gi;

/**
 * A text for other programs, in which a host with a path is a whole address: mail programs link it, and messengers
 * fetch it for a preview, which would send what the path says. A whole address stays: it may name another one.
 */
export const withSchemes = (text: string): string =>
  text.replace(addressOrHost, (found, bare?: string) => (bare ? `https://${bare}` : found));

const path = `[^${delimiter.source.slice(1)}*`;
const topLevel = String.raw`(?:\p{L}[\p{L}\p{M}]+|xn--[a-z\d-]+)`;
const label = String.raw`[\p{L}\p{M}\p{N}-]+`;
const labels = `(?:${label}[.。．｡])`;
const host = String.raw`(?:${labels}+${topLevel}|(?:${labels}*${label}[。．｡])?\d+(?:\.\d+){3})`;
/** Labels that begin no host are passed over together: a search from each of them would take quadratic time. */
const addressOrHost = new RegExp(
  String.raw`(?:https?|ftp)://${path}|(?<![\p{L}\p{M}\p{N}@/.:-])(?:(${host}(?::\d+)?(?=[/?#]\S)${path})|${labels}+)`,
  'giu',
);
