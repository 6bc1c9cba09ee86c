import { splitFormulas, uncover } from './formulas.ts';

/** The part of a Markdown tree that this plugin reads. */
interface TreeNode {
  type: string;
  value?: string;
  url?: string;
  title?: string | null;
  alt?: string | null;
  label?: string | null;
  identifier?: string;
  lang?: string | null;
  meta?: string | null;
  children?: TreeNode[];
  data?: object;
}

/** The class of a formula's element; its text is the formula with its delimiters. */
export const formulaClass = 'formula';

const texts = ['value', 'url', 'title', 'alt', 'label', 'identifier', 'lang', 'meta'] as const;

/** A remark plugin that uncovers the formulas of a text, and other covered text. */
export const formulaNodes = () => walk;

function walk(node: TreeNode) {
  const { url, children } = node;
  // A bare address shows itself.
  const bare = url !== undefined && children?.[0]?.value === url;
  if (node.type !== 'text') {
    for (const name of texts) {
      const text = node[name];
      if (text) node[name] = uncover(text);
    }
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
