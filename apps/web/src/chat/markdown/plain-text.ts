/** The text of Markdown without its markup: for speech, and for one line of a list. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/^[ \t]*(`{3,}|~{3,}).*$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[ \t]*(#{1,6}|>|[-*+]|\|?[ :|-]*-{3,}[ :|-]*)[ \t]+/gm, '')
    .replace(/(\*\*|__|~~|`+)/g, '')
    .replace(/(^|\W)[*_](\S[^*_\n]*)[*_](?=\W|$)/g, '$1$2')
    .replace(/\s+/g, ' ')
    .trim();
}
