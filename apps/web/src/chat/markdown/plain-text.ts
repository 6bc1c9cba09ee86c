/**
 * The text of Markdown without its markup: for speech, and for one line of a list. A model that loops writes thousands
 * of dashes or brackets, so no expression reads them in several ways.
 */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/^[ \t]*(`{3,}|~{3,}).*$/gm, '')
    .replace(/!?\[([^[\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[ \t]*(?![ \t])(#{1,6}|>|[-*+]|(?:[ :|]|-{1,2}(?!-))*-{3}[ :|-]*)(?:[ \t]+|(?<=\|)$)/gm, '')
    .replace(/(\*\*|__|~~|`+)/g, '')
    .replace(/(^|\W)[*_](\S[^*_\n]*)[*_](?=\W|$)/g, '$1$2')
    .replace(/\s+/g, ' ')
    .trim();
