import { replaceEqualDeep } from '@tanstack/react-query';

/**
 * The new data of a query, with every part of the old data that is equal. A thing of a list is found by its id: by its
 * index, as TanStack Query does it, an addition at the front would make every row new, and render it again.
 */
export const shared = (before: unknown, after: unknown): unknown =>
  replaceEqualDeep(Array.isArray(before) && Array.isArray(after) ? inOrderOf(after, before) : before, after);

type Part = { readonly id?: unknown } | null | undefined;

/** The old list, with each thing at its new index. */
function inOrderOf(after: readonly Part[], before: readonly Part[]): readonly Part[] {
  const known = new Map(before.map((part) => [part?.id, part]));
  const parts = after.map((part, at) => (part?.id ? known.get(part.id) : before[at]));
  return parts.length === before.length && parts.every((part, at) => part === before[at]) ? before : parts;
}
