import type { SearchHit } from '@jarvis/contract';
import { type Page, placeInChanges } from '../page.ts';
import type { Deps } from '../ports/deps.ts';
import { searchConversations, searchFiles } from './search-queries.ts';

/**
 * Conversations whose title or messages contain `q`, in the order of the list, with the matches; with `include`, also
 * those with a file whose name contains it, or whose text has its words: then with the name of the file and the latest
 * message that has it.
 */
export async function search(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { q, include }: { readonly q: string; readonly include?: 'files' | undefined },
  { limit, after }: Page,
): Promise<SearchHit[]> {
  const wanted = { userId, q, limit, ...placeInChanges(after) };
  const [said, inFiles] = await Promise.all([
    searchConversations(db, wanted),
    include ? searchFiles(db, wanted) : [],
  ]);
  return merged(inFiles, said, limit);
}

/** Each conversation once, last changed first; for one in both lists, the entry of the second. */
function merged(one: readonly SearchHit[], other: readonly SearchHit[], limit: number): SearchHit[] {
  const found = new Map([...one, ...other].map((each) => [each.id, each]));
  return [...found.values()]
    .toSorted((a, b) => compare(b.updatedAt, a.updatedAt) || compare(b.id, a.id))
    .slice(0, limit);
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);
