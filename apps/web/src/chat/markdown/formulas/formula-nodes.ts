import { splitFormulas, uncover } from './formulas.ts';

/** A node of a Markdown tree, with the texts of its kind: its address, its title and others. */
interface TreeNode {
  readonly type: string;
  readonly value?: string;
  readonly url?: string;
  children?: TreeNode[];
  [field: string]: unknown;
}

/** The class of a formula's element; its text is the formula with its delimiters. */
export const formulaClass = 'formula';

/** A remark plugin that uncovers the formulas of a text, and other covered text. */
export const formulaNodes = () => walk;

function walk(node: TreeNode) {
  const { type, url, children } = node;
  // A bare address shows itself.
  const bare = url !== undefined && children?.[0]?.value === url;
  if (type !== 'text') {
    for (const [name, text] of Object.entries(node)) if (typeof text === 'string') node[name] = uncover(text);
  }
  if (!children) return;
  node.children = children.flatMap((child) => {
    if (child.type === 'text' && !bare) return nodesOf(child.value ?? '');
    if (child.type === 'text') return { ...child, value: uncover(child.value ?? '') };
    walk(child);
    return child;
  });
}

const nodesOf = (text: string): TreeNode[] =>
  splitFormulas(text).map(({ kind, text: value }) => {
    const node = { type: 'text', value };
    if (kind === 'text') return node;
    return {
      type: 'formula',
      data: { hName: 'code', hProperties: { className: formulaClass } },
      children: [node],
    };
  });
