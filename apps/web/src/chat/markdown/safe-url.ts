/**
 * An address that a reply may link to, or undefined. Only the web and mail: `javascript:`, `data:` and other schemes
 * are refused, also behind white space or control characters, and so are links into this app.
 */
export function safeUrl(url: string): string | undefined {
  try {
    const parsed = new URL(url);
    return ['http:', 'https:', 'mailto:'].includes(parsed.protocol) ? parsed.href : undefined;
  } catch {
    return undefined;
  }
}

/** The host of an address, so that people can judge it. */
export function domainOf(url: string): string {
  try {
    return new URL(url).hostname.replace(/^www\./, '');
  } catch {
    return '';
  }
}
