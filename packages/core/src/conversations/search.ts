import { type Conversation, limits, type PageInput, type SearchHit } from '@jarvis/contract';
import { placeInChanges } from '../page.ts';
import type { Deps } from '../ports/deps.ts';
import { searchConversations, searchFiles, searchWithExcerpts } from './search-queries.ts';

/**
 * Conversations whose title or messages contain `q`, in the order of the list; with `include`, also those with a file
 * whose name contains it, or whose text has its words.
 */
export async function search(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { q, include }: { readonly q: string; readonly include?: 'files' | undefined },
  { limit, after }: PageInput,
): Promise<Conversation[]> {
  const wanted = { userId, q, limit, ...placeInChanges(after) };
  if (!include) return searchConversations(db, wanted);
  const [said, inFiles] = await Promise.all([searchConversations(db, wanted), searchFiles(db, wanted)]);
  const found = inFiles.map(({ messageId: _message, excerpt: _name, ...conversation }) => conversation);
  return merged(found, said, limit);
}

/** The same, also by files, with the matches; for a file, its name and the latest message that has it. */
export async function searchForHits(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  q: string,
  { limit = limits.searchHitsMax, after }: Partial<PageInput> = {},
): Promise<SearchHit[]> {
  const wanted = { userId, q, limit, ...placeInChanges(after) };
  const find = async (wanted: Parameters<typeof searchFiles>[1]) => {
    const [said, inFiles] = await Promise.all([searchWithExcerpts(db, wanted), searchFiles(db, wanted)]);
    return merged(inFiles, said, limit);
  };
  const found = await find(wanted);
  // "Uebungen" for "Übungen", from the first page on
  const plain = q.replace(/([aou])e/gi, '$1');
  const isFound = async () => (await find({ ...wanted, limit: 1, ...placeInChanges(undefined) })).length > 0;
  const isExact = found.length > 0 || plain === q || (after !== undefined && (await isFound()));
  return isExact ? found : find({ ...wanted, q: plain });
}

/** Each conversation once, last changed first; for one in both lists, the entry of the second. */
function merged<Found extends Conversation>(
  one: readonly Found[],
  other: readonly Found[],
  limit: number,
): Found[] {
  const found = new Map([...one, ...other].map((each) => [each.id, each]));
  return [...found.values()]
    .toSorted((a, b) => (a.updatedAt + a.id < b.updatedAt + b.id ? 1 : -1))
    .slice(0, limit);
}
