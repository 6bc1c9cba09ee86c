/** The part of a Markdown tree that the plugins for citations read. */
export interface TreeNode {
  type: string;
  value?: string;
  url?: string;
  children?: TreeNode[];
}

/**
 * Turns the matches of a pattern in the texts of a tree into links, except in links. `linkOf` answers undefined for a
 * match that stays text.
 */
export function linkMatches(
  node: TreeNode,
  pattern: RegExp,
  linkOf: (match: RegExpExecArray) => { readonly url: string; readonly text: string } | undefined,
): void {
  if (!node.children || node.type === 'link') return;
  node.children = node.children.flatMap((child) => {
    if (child.type !== 'text') {
      linkMatches(child, pattern, linkOf);
      return [child];
    }
    const nodes: TreeNode[] = [];
    const text = child.value ?? '';
    let from = 0;
    for (const match of text.matchAll(pattern)) {
      const link = linkOf(match);
      if (!link) continue;
      if (match.index > from) nodes.push({ type: 'text', value: text.slice(from, match.index) });
      nodes.push({ type: 'link', url: link.url, children: [{ type: 'text', value: link.text }] });
      from = match.index + match[0].length;
    }
    if (from < text.length) nodes.push({ type: 'text', value: text.slice(from) });
    return nodes;
  });
}
