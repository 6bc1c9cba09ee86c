import { sql, statement, type Values } from '@jarvis/database';
import type { Own } from '../../db/rows.ts';
import { passage, selectHitsInFiles } from '../../files/search.ts';
import type { Deps } from '../../ports/deps.ts';
import { type ScoredPlace, sweep } from '../../search/sweep.ts';
import { lookedUp, termsOf } from '../../search/terms.ts';
import type { NamedDocument } from '../../tools/call/tool-context.ts';
import { attempt } from '../recall/recall.ts';
import { passagesWithin, quoted, uniquelyNamed } from './documents.ts';

/**
 * Passages of files that messages of other conversations named, in the order of the request; without those that only
 * denied turns named. The inner limits keep the planner from reading all of the account's messages first.
 */
const selectOtherPassages = statement(
  (
    q,
    v: Values<Own & { conversationId: string | null; fileIds: readonly string[]; places: readonly number[] }>,
  ) =>
    // A document without pages has null `pages`.
    q.select({ ...passage, name: sql<string>`name`, pages: sql<number | null>`pages` }).from(
      sql`(
    select at.nth, p.file_id, p.place, p.page, p.content, f.name, f.pages
    from unnest(${v.fileIds}::uuid[], ${v.places}::int[]) with ordinality as at (file_id, place, nth)
    cross join lateral (
      select file_id, place, page, content from file_passages
      where user_id = ${v.userId} and file_id = at.file_id and place = at.place limit 1
    ) as p
    cross join lateral (
      select name, pages from files
      where user_id = ${v.userId} and id = at.file_id limit 1
    ) as f
    cross join lateral (
      select 1 from message_files as named
      cross join lateral (
        select conversation_id, place from messages
        where user_id = ${v.userId} and id = named.message_id limit 1
      ) as said
      where named.user_id = ${v.userId} and named.file_id = at.file_id and not coalesce((
        select policy_denied from messages
        where user_id = ${v.userId} and conversation_id = said.conversation_id and place = said.place + 1
        limit 1
      ), false)
      limit 1
    ) as answered
    where not exists (
      select from message_files
      where user_id = ${v.userId} and file_id = at.file_id and conversation_id = ${v.conversationId}::uuid
    )
    order by at.nth
  ) as found`,
    ),
  { deadlineMs: 300 },
);

/** The number of best passages to read. */
const passagesMax = 40;
/** Passages below this share of the best score, whether a message or a passage has it, are not shown. */
const leastPart = 0.5;
/**
 * A passage takes the room of several messages, so it must match at least as well as the tenth best of them. Not as the
 * best: an earlier instance of the same question has all of its words.
 */
const messagesAbove = 9;

/** The passages of an account's files that match the message, best first. Never rejects. */
export async function findInFiles(
  deps: Deps,
  { userId, message }: { readonly userId: string; readonly message: string },
): Promise<ScoredPlace[]> {
  const words = termsOf(message);
  if (words.length === 0) return [];
  const found = await attempt(deps, selectHitsInFiles(deps.db, { userId, words: lookedUp(words) }));
  return sweep(found, passagesMax);
}

/** The shown part of files of other conversations. */
export interface OtherFiles {
  readonly lines: readonly string[];
  readonly documents: readonly NamedDocument[];
  readonly bytes: number;
}

interface OtherFilesRequest {
  /** The conversation of the turn, whose files are shown separately. */
  readonly here: string | null;
  readonly places: readonly ScoredPlace[];
  /** Messages that compete for the room, best first. */
  readonly messages: readonly ScoredPlace[];
  readonly bytesMax: number;
  /** Documents of the conversation, whose names are taken. */
  readonly documents: readonly NamedDocument[];
}

/** The best of these passages that fit, under the names of their files, in the order of their pages. Never rejects. */
export async function readOtherFiles(
  deps: Deps,
  userId: string,
  { here, places, messages, bytesMax, documents: taken }: OtherFilesRequest,
): Promise<OtherFiles> {
  const bestScore = Math.max(messages[0]?.score ?? 0, places[0]?.score ?? 0);
  const least = Math.max(leastPart * bestScore, messages[messagesAbove]?.score ?? 0);
  const best = places.filter(({ score }) => score >= least);
  if (best.length === 0) return { lines: [], documents: [], bytes: 0 };
  const found = await attempt(
    deps,
    selectOtherPassages(deps.db, {
      userId,
      conversationId: here,
      fileIds: best.map(({ id }) => id),
      places: best.map(({ place }) => place),
    }),
  );
  const shown = Map.groupBy(passagesWithin(found, bytesMax), ({ fileId }) => fileId);
  const files = uniquelyNamed(
    [...shown].flatMap(([id, [file]]) => (file ? [{ id, name: file.name, pages: file.pages }] : [])),
    taken,
  );
  const lines = files.flatMap((file) =>
    quoted(file, shown.get(file.id)?.toSorted((a, b) => a.place - b.place) ?? []),
  );
  const documents = files.map(({ id, name }) => ({ id, name }));
  return { lines, documents, bytes: lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0) };
}
