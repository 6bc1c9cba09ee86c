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
export function Later({ of }: { readonly of: Node | undefined }) {
  const parts = use(LaterParts);
  return of?.position?.start.offset === 0 ? parts : null;
}

/** A rehype plugin for a later part: its items or rows, without the element around them. */
export function unwrapPart() {
  return (tree: Node) => {
    const inner = tree.children?.flatMap(({ children = [] }) => children);
    tree.children = inner?.filter(({ tagName }) => tagName !== 'thead') ?? [];
  };
}
