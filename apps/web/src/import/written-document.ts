/**
 * A document that an assistant wrote beside the conversation, as part of a message: Markdown under its title, code in a
 * fence. `language`: of code, empty if it is unknown; undefined for Markdown. Empty without a content.
 */
export function writtenDocument(title: string, content: string, language?: string): string {
  if (content === '') return '';
  const heading = title && `**${title}**\n\n`;
  if (language === undefined) return heading + content;
  const ticks = content.match(/`+/g)?.reduce((longest, run) => Math.max(longest, run.length), 0) ?? 0;
  const fence = '`'.repeat(Math.max(3, ticks + 1));
  return `${heading}${fence}${language}\n${content.trimEnd()}\n${fence}`;
}
