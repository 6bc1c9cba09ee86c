/**
 * An address that a reply may link to, or undefined. Only the web and mail: `javascript:`, `data:` and other schemes
 * are refused, also behind white space or control characters, and so are relative addresses.
 */
export function safeUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : undefined;
}

/** The host of an address, so that people can judge it. */
export const domainOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
