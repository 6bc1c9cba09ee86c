import type { Emphasis, Nodes } from 'mdast';
import { findAndReplace } from 'mdast-util-find-and-replace';
import type { StoredFile } from '../../data/types.ts';

/** Whether a text may cite a source. */
export const mayCite = (text: string): boolean => text.includes('[');

/** A text that is rendered as an element `cite`, with the properties of what it cites. */
const cite = (value: string, hProperties: Record<string, string | number>): Emphasis => ({
  type: 'emphasis',
  data: { hName: 'cite', hProperties },
  children: [{ type: 'text', value }],
});

/** A remark plugin that turns `[2]` in the text into a citation of the second source, if it exists. */
export function citations({ count, messageId }: { count: number; messageId: string }) {
  const replace = (_text: string, digits: string) => {
    const number = Number(digits);
    return number >= 1 && number <= count && cite(String(number), { number, messageId });
  };
  return (tree: Nodes) => findAndReplace(tree, [/\[(\d{1,2})\]/g, replace], { ignore: 'link' });
}

/** Escapes a text for a regular expression. */
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A remark plugin that turns `plan.pdf, p. 12` in the text into a citation of that page of a conversation's file. */
export function pageCitations({ files }: { files: readonly Pick<StoredFile, 'id' | 'name'>[] }) {
  // Of two files with one name, the newer one.
  const ids = new Map(files.map(({ id, name }) => [name, id]));
  // The longest first, because a name may end with another one.
  const names = [...ids.keys()].sort((a, b) => b.length - a.length).map((name) => escaped(name));
  const pattern = new RegExp(`(${names.join('|')})[”“»«"]?, ?(?:pp?|S|pagg?)\\. ?(\\d{1,6})`, 'g');
  const replace = (text: string, name: string, page: string) =>
    cite(text, { page: Number(page), fileId: ids.get(name) ?? '' });
  return (tree: Nodes) => {
    if (names.length > 0) findAndReplace(tree, [pattern, replace], { ignore: 'link' });
  };
}
