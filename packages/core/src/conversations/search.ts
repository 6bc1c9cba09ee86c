import { limits, type PageInput, type SearchHit } from '@jarvis/contract';
import type { Queries } from '@jarvis/database';
import { placeInChanges } from '../page.ts';
import type { Deps } from '../ports/deps.ts';
import { searchConversations, searchFiles } from './search-queries.ts';

/**
 * Conversations whose title or messages contain `q`, or with a file whose name contains it or whose text has its words,
 * with the matches; for a file, its name and the latest message that has it.
 */
export async function searchForHits(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  q: string,
  { limit = limits.searchHitsMax, after }: Partial<PageInput> = {},
): Promise<SearchHit[]> {
  const wanted = { userId, q, limit, ...placeInChanges(after), matches: true };
  const found = await search(db, wanted, 'files');
  // "Uebungen" for "Übungen", from the first page on
  const plain = q.replace(/([aou])e/gi, '$1');
  const isFound = async () =>
    (await search(db, { ...wanted, limit: 1, ...placeInChanges(undefined) }, 'files')).length > 0;
  const isExact = found.length > 0 || plain === q || (after !== undefined && (await isFound()));
  return isExact ? found : search(db, { ...wanted, q: plain }, 'files');
}

/**
 * The same, by files only with `include`. Each conversation once, last changed first; of one that is found both ways, the
 * match in its messages.
 */
export async function search(
  db: Queries,
  wanted: Parameters<typeof searchConversations>[1],
  include: 'files' | undefined,
): Promise<SearchHit[]> {
  const [inFiles, said] = await Promise.all([
    include ? searchFiles(db, wanted) : [],
    searchConversations(db, wanted),
  ]);
  const found = new Map<string, SearchHit>([...inFiles, ...said].map((each) => [each.id, each]));
  return [...found.values()]
    .toSorted((a, b) => (a.updatedAt + a.id < b.updatedAt + b.id ? 1 : -1))
    .slice(0, wanted.limit);
}
