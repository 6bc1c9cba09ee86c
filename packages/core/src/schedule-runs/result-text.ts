import { limits, type MessageWithExtras } from '@jarvis/contract';
import { withSchemes } from '../assistant/answer/links/bare-addresses.ts';
import { LinkGuard } from '../assistant/answer/links/links.ts';
import { cutAtWord } from '../text/cut.ts';

/** A reply as the text of a notification: without Markdown and pictures, and with no address but those of its sources. */
export function resultText({ content, extras }: Pick<MessageWithExtras, 'content' | 'extras'>): string {
  const guarded = (text: string) => {
    const guard = new LinkGuard();
    for (const { url } of extras?.sources ?? []) guard.known.allow(url);
    return guard.clean(text);
  };
  const lines = content.replace(/\r\n?/g, '\n');
  const text = guarded(lines.replace(/!\[([^[\]]*)\]\([^()]*\)/g, '$1'))
    .replace(/\[([^[\]]*)\]\(([^\s()]*)(?:\s[^()]*)?\)/g, '$1 ($2)')
    .replace(/^[ \t]*(?:#{1,6}|```\w*|~~~\w*)[ \t]*/gm, '')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
  // Removing marks may form a new address: `ht**tp**s://evil.example`.
  return cutAtWord(
    guarded(withSchemes(text))
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    limits.resultCharsMax,
  );
}
