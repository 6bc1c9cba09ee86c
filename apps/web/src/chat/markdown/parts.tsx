import { createContext, type ReactNode, use } from 'react';

/** The part of an HTML tree that is read here. */
interface Node {
  readonly tagName?: string;
  readonly position?: { readonly start: { readonly offset?: number | undefined } } | undefined;
  children?: Node[];
}

/** The later parts of a long list or table, drawn, which belong into the element of the first. */
export const LaterParts = createContext<ReactNode>(null);

/** At the end of each list and table: the later parts, if it is the first part of a long one. */
export function Later({ of }: { of: Node | undefined }) {
  const parts = use(LaterParts);
  return of?.position?.start.offset === 0 ? parts : null;
}

/** A rehype plugin for a later part: its items or rows, without the element around them. */
export const unwrapPart = () => (tree: Node) => {
  const inner = tree.children?.flatMap(({ children = [] }) => children);
  tree.children = inner?.filter(({ tagName }) => tagName !== 'thead') ?? [];
};

/** Nested elements of a block, two for each list. Chromium's tab may crash in the layout of 2,000 nested lists. */
const depthMax = 300;

/** A rehype plugin that throws for a block that nests too deeply to be laid out. */
export const boundDepth = () => (tree: Node) => {
  let level: Node[] = [tree];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > depthMax) throw new RangeError('The block nests too deeply.');
    level = level.flatMap(({ children = [] }) => children);
  }
};
