import { limits, type MessageWithExtras } from '@jarvis/contract';
import { LinkGuard } from '../assistant/answer/links.ts';
import { cutAtWord } from '../language/cut.ts';

/** A reply where it is told: as text, with no address but those of its sources, and without pictures. */
export function resultText({ content, extras }: Pick<MessageWithExtras, 'content' | 'extras'>): string {
  const guard = new LinkGuard();
  for (const { url } of extras?.sources ?? []) guard.allow(url);
  const text = guard
    .clean(content.replace(/!\[([^[\]]*)\]\([^()]*\)/g, '$1'))
    .replace(/\[([^[\]]*)\]\(([^\s()]*)(?:\s[^()]*)?\)/g, '$1 ($2)')
    .replace(/^[ \t]*(?:#{1,6}|```\w*|~~~\w*)[ \t]*/gm, '')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return cutAtWord(text, limits.resultCharsMax);
}
