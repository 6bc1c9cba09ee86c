import type { Link, Nodes } from 'mdast';
import { findAndReplace } from 'mdast-util-find-and-replace';
import type { StoredFile } from '../../data/types.ts';

/** The target of a citation: the n-th source of its reply. */
export const citationPrefix = '#source-';

/** Whether a text may cite a source. */
export const mayCite = (text: string): boolean => text.includes('[');

const link = (url: string, value: string): Link => ({
  type: 'link',
  url,
  children: [{ type: 'text', value }],
});

/** A remark plugin that turns `[2]` in the text into a link to the second source, if it exists. */
export function citations({ count }: { count: number }) {
  const replace = (_text: string, digits: string) => {
    const number = Number(digits);
    return number >= 1 && number <= count && link(`${citationPrefix}${number}`, String(number));
  };
  return (tree: Nodes) => findAndReplace(tree, [/\[(\d{1,2})\]/g, replace], { ignore: 'link' });
}

/** The target of a citation of a file: `#page-<number>-<id of the file>`. */
export const pagePrefix = '#page-';

/** The file and page that such a target names. */
export function pageOf(href: string): { readonly page: number; readonly fileId: string } {
  const [number = '', ...id] = href.slice(pagePrefix.length).split('-');
  return { page: Number(number), fileId: id.join('-') };
}

/** Escapes a text for a regular expression. */
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A remark plugin that turns `plan.pdf, p. 12` in the text into a link to that page, for files of the conversation. */
export function pageCitations({ files }: { files: readonly Pick<StoredFile, 'id' | 'name'>[] }) {
  // Of two files with one name, the newer one.
  const ids = new Map(files.map(({ id, name }) => [name, id]));
  // The longest first, because a name may end with another one.
  const names = [...ids.keys()].sort((a, b) => b.length - a.length).map((name) => escaped(name));
  const pattern = new RegExp(`(${names.join('|')})[”“»«"]?, ?(?:pp?|S|pagg?)\\. ?(\\d{1,6})`, 'g');
  const replace = (text: string, name: string, page: string) =>
    link(`${pagePrefix}${Number(page)}-${ids.get(name)}`, text);
  return (tree: Nodes) => {
    if (names.length > 0) findAndReplace(tree, [pattern, replace], { ignore: 'link' });
  };
}
