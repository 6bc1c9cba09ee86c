import { linkMatches, type TreeNode } from './link-matches.ts';

/** The target of a citation: the n-th source of its reply. */
export const citationPrefix = '#source-';

/** Whether a text may cite a source. */
export const mayCite = (text: string): boolean => text.includes('[');

/** A remark plugin that turns `[2]` in the text into a link to the second source, if it exists. */
export function citations({ count }: { readonly count: number }) {
  return (tree: TreeNode) =>
    linkMatches(tree, /\[(\d{1,2})\]/g, ([, digits]) => {
      const number = Number(digits);
      if (number < 1 || number > count) return undefined;
      return { url: `${citationPrefix}${number}`, text: String(number) };
    });
}
