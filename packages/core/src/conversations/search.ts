import { type Conversation, limits, type PageInput, type SearchHit } from '@jarvis/contract';
import { placeInChanges } from '../page.ts';
import type { Deps } from '../ports/deps.ts';
import { searchConversations, searchFiles } from './search-queries.ts';

type SearchDeps = Pick<Deps, 'db'>;

/**
 * Conversations whose title or messages contain `q`, in the order of the list; with `include`, also those with a file
 * whose name contains it, or whose text has its words.
 */
export async function search(
  deps: SearchDeps,
  userId: string,
  { q, include }: { readonly q: string; readonly include?: 'files' | undefined },
  { limit, after }: PageInput,
): Promise<Conversation[]> {
  const wanted = { userId, q, limit, ...placeInChanges(after), matches: false };
  const found = await find(deps, wanted, include);
  return found.map(({ messageId: _message, excerpt: _text, ...conversation }) => conversation);
}

/** The same, also by files, with the matches; for a file, its name and the latest message that has it. */
export async function searchForHits(
  deps: SearchDeps,
  userId: string,
  q: string,
  { limit = limits.searchHitsMax, after }: Partial<PageInput> = {},
): Promise<SearchHit[]> {
  const wanted = { userId, q, limit, ...placeInChanges(after), matches: true };
  const found = await find(deps, wanted, 'files');
  // "Uebungen" for "Übungen", from the first page on
  const plain = q.replace(/([aou])e/gi, '$1');
  const isFound = async () =>
    (await find(deps, { ...wanted, limit: 1, ...placeInChanges(undefined) }, 'files')).length > 0;
  const isExact = found.length > 0 || plain === q || (after !== undefined && (await isFound()));
  return isExact ? found : find(deps, { ...wanted, q: plain }, 'files');
}

/** Each conversation once, last changed first; of one that is found both ways, the match in its messages. */
async function find(
  { db }: SearchDeps,
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
