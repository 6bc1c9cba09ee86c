/**
 * An address that a reply may link to, or undefined. Only the web and mail: `javascript:`, `data:` and the like are
 * dead, also when they hide behind white space or control characters, and so is what leads into this app.
 */
export function safeUrl(url: string): string | undefined {
  try {
    const parsed = new URL(url);
    return ['http:', 'https:', 'mailto:'].includes(parsed.protocol) ? parsed.href : undefined;
  } catch {
    return undefined;
  }
}

/** The host of an address, for people to judge it by. */
export function domainOf(url: string): string {
  try {
    return new URL(url).hostname.replace(/^www\./, '');
  } catch {
    return '';
  }
}
