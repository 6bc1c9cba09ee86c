/** The destination of a program's code, as shown to the person. */
export interface Destination {
  /** A host, with a port other than the default; for an app its scheme (`cursor:`). */
  readonly host: string;
  /** A program on the person's own computer: on loopback, or an app with a scheme. */
  readonly loopback: boolean;
}

const charsMax = 1_000;
const loopbackNames = ['127.0.0.1', '[::1]', 'localhost'];

/**
 * Schemes of apps: domain names in reverse (RFC 8252, 7.1), and those of known programs. Others may belong to the
 * browser, to a network protocol, or to a website (`registerProtocolHandler`).
 */
const appSchemes =
  /^(?:[a-z][a-z\d-]*(?:\.[a-z\d-]+)+|claude|cherrystudio|code-oss|cursor|goose|homeassistant|jan|kiro|lmstudio|raycast|trae|vscode|vscode-insiders|vscodium|warp|windsurf|zed):$/;

/**
 * The destination of an address, if a code may be sent there: https, http on loopback, or the scheme of an app,
 * without a fragment or user name (open redirects, intercepted codes). Undefined otherwise.
 */
export function destinationOf(redirectUri: string): Destination | undefined {
  // This parser tolerates white space and backslashes, which a browser may read differently.
  if (redirectUri.length > charsMax || !/^[a-z][a-z\d+.-]*:\/[!-[\]^-~]+$/i.test(redirectUri))
    return undefined;
  const url = URL.parse(redirectUri);
  if (url?.username !== '' || url.password !== '' || redirectUri.includes('#')) return undefined;
  const { protocol, hostname, host } = url;
  if (protocol === 'https:') return { host, loopback: isLoopback(hostname) };
  if (protocol === 'http:') return isLoopback(hostname) ? { host, loopback: true } : undefined;
  return appSchemes.test(protocol) ? { host: protocol, loopback: true } : undefined;
}

const isLoopback = (hostname: string) => loopbackNames.includes(hostname);

/**
 * Whether an address is one of the program's. On loopback any port is accepted, because a program listens on any free
 * one (RFC 8252, 7.3).
 */
export function isAmongRedirects(redirectUri: string, named: readonly string[]): boolean {
  if (destinationOf(redirectUri) === undefined) return false;
  return named.some((uri) => withoutPort(uri) === withoutPort(redirectUri));
}

const withoutPort = (uri: string): string =>
  uri.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):\d+(?=[/?]|$)/, '$1');

/** The address with the answer's fields appended to its query, otherwise unchanged. */
export function withAnswer(
  redirectUri: string,
  answer: Readonly<Record<string, string | undefined>>,
): string {
  const fields = Object.entries(answer).filter((field): field is [string, string] => field[1] !== undefined);
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(fields)}`;
}
