/** Where the browser is sent with a program's code, as it is shown to the person. */
export interface Place {
  /** A host, with its port where it is not the usual one; of an app, its scheme (`cursor:`). */
  readonly host: string;
  /** A program on the person's own computer: on loopback, or an app with a scheme. */
  readonly loopback: boolean;
}

const charsMax = 1_000;
const loopbackNames = ['127.0.0.1', '[::1]', 'localhost'];

/** Schemes that a browser runs, reads or sends by itself, or that belong to something else than an app. */
const refusedSchemes =
  /^(?:about|blob|chrome.*|content|data|edge|file|filesystem|ftp|intent|javascript|mailto|ms-.*|resource|sms|ssh|tel|urn|vbscript|view-source|wss?):$/;

/**
 * Where an address leads, when it is one that a code may be sent to: https, http on loopback, or the scheme of an app,
 * without a fragment and a name (open redirects, codes read on the way). Undefined for all others.
 */
export function placeOf(redirectUri: string): Place | undefined {
  // What a parser would forgive (white space, a backslash) a browser might read in another way.
  if (redirectUri.length > charsMax || !/^[a-z][a-z\d+.-]*:\/[!-[\]^-~]+$/i.test(redirectUri))
    return undefined;
  const url = URL.parse(redirectUri);
  if (url?.username !== '' || url.password !== '' || redirectUri.includes('#')) return undefined;
  const { protocol, hostname, host } = url;
  if (protocol === 'https:') return { host, loopback: isLoopback(hostname) };
  if (protocol === 'http:') return isLoopback(hostname) ? { host, loopback: true } : undefined;
  return refusedSchemes.test(protocol) ? undefined : { host: protocol, loopback: true };
}

const isLoopback = (hostname: string) => loopbackNames.includes(hostname);

/**
 * Whether an address is one of those that a program has named. On loopback any port will do: a program listens on
 * one that is free (RFC 8252, 7.3).
 */
export function isAmongRedirects(redirectUri: string, named: readonly string[]): boolean {
  if (placeOf(redirectUri) === undefined) return false;
  return named.includes(redirectUri) || named.some((uri) => isSameButForPort(redirectUri, uri));
}

function isSameButForPort(given: string, named: string): boolean {
  const [url, other] = [URL.parse(given), URL.parse(named)];
  if (url?.protocol !== 'http:' || other?.protocol !== 'http:' || !isLoopback(url.hostname)) return false;
  url.port = other.port;
  return url.href === other.href;
}

/** The address with what is answered in its query; the rest of it as it was given. */
export function withAnswer(
  redirectUri: string,
  answer: Readonly<Record<string, string | undefined>>,
): string {
  const fields = Object.entries(answer).filter((field): field is [string, string] => field[1] !== undefined);
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(fields)}`;
}
