/** The part of a Markdown tree that this plugin reads. */
interface TreeNode {
  type: string;
  value?: string;
  url?: string;
  children?: TreeNode[];
}

/** The target of a citation: the n-th source of its reply. */
export const citationPrefix = '#source-';

/** A remark plugin that turns `[2]` in the text into a link to the second source, if it exists. */
export function citations({ count }: { readonly count: number }) {
  return (tree: TreeNode) => {
    if (count > 0) walk(tree, count);
  };
}

function walk(node: TreeNode, count: number) {
  if (!node.children || node.type === 'link') return;
  node.children = node.children.flatMap((child) => {
    if (child.type !== 'text') {
      walk(child, count);
      return [child];
    }
    return cite(child.value ?? '', count);
  });
}

function cite(text: string, count: number): TreeNode[] {
  const nodes: TreeNode[] = [];
  let from = 0;
  for (const match of text.matchAll(/\[(\d{1,2})\]/g)) {
    const number = Number(match[1]);
    if (number < 1 || number > count) continue;
    if (match.index > from) nodes.push({ type: 'text', value: text.slice(from, match.index) });
    nodes.push({
      type: 'link',
      url: `${citationPrefix}${number}`,
      children: [{ type: 'text', value: String(number) }],
    });
    from = match.index + match[0].length;
  }
  if (from < text.length) nodes.push({ type: 'text', value: text.slice(from) });
  return nodes;
}
