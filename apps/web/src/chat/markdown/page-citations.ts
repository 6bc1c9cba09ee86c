import { linkMatches, type TreeNode } from './link-matches.ts';

/** The target of a citation: `#page-<number>-<id of the file>`. */
export const pagePrefix = '#page-';

/** The file and page that such a target names. */
export function pageOf(href: string): { readonly page: number; readonly fileId: string } {
  const [number = '', ...id] = href.slice(pagePrefix.length).split('-');
  return { page: Number(number), fileId: id.join('-') };
}

/** Escapes a text for a regular expression. */
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

interface Named {
  readonly id: string;
  readonly name: string;
}

/** A remark plugin that turns `plan.pdf, p. 12` in the text into a link to that page, for files of the conversation. */
export function pageCitations({ files }: { readonly files: readonly Named[] }) {
  // Of two files with one name, the newer one.
  const ids = new Map(files.map(({ id, name }) => [name, id]));
  // The longest first, because a name may end with another one.
  const names = [...ids.keys()].sort((a, b) => b.length - a.length).map((name) => escaped(name));
  const pattern = new RegExp(`(${names.join('|')})[”“»«"]?, ?(?:pp?|S|pagg?)\\. ?(\\d{1,6})`, 'g');
  return (tree: TreeNode) => {
    if (names.length === 0) return;
    linkMatches(tree, pattern, ([text, name = '', page = '']) => ({
      url: `${pagePrefix}${Number(page)}-${ids.get(name) ?? ''}`,
      text,
    }));
  };
}
