import {
  and,
  asc,
  atMost,
  backgroundDeadlineMs,
  desc,
  eq,
  ne,
  type SQL,
  serverTime,
  sql,
  statement,
  type Values,
} from '@jarvis/database';
import { columns, given, isOwn, type One, rowsFrom } from '../db/rows.ts';
import { filePassages, files } from '../db/schema/files.ts';
import { anyDue } from '../db/statements.ts';
import { isClaimed, isFile } from './store.ts';

/** The deadline of a reader; after it, another process may read the document. */
const readMsMax = 60_000;

const isFree = and(
  // Not a parameter: a plan for any value could not use the index, so Postgres would plan the lookup of each second anew.
  sql`${files.textState} = 'waiting'`,
  ne(files.state, 'released'),
  sql`${isClaimed} is not true`,
);
export const anyDocumentWaiting = anyDue(files, files.createdAt, () => isFree);

const isOfFile = (v: Values<One>, ...conditions: SQL[]) =>
  isOwn(filePassages, v, eq(filePassages.fileId, v.id), ...conditions);

/**
 * Waiting documents of all accounts: the oldest of each account first, so that one account's uploads do not delay the
 * others.
 */
export const selectWaitingFiles = statement((q) => {
  const waiting = q
    .select({
      ...columns(files, 'userId', 'id', 'createdAt'),
      nth: sql`row_number() over (partition by ${files.userId} order by ${files.createdAt})`.as('nth'),
      all: sql`count(*) over (partition by ${files.userId})`.as('all'),
    })
    .from(files)
    .where(isFree)
    .as('waiting');
  return q
    .select({ userId: waiting.userId, id: waiting.id })
    .from(waiting)
    .orderBy(asc(waiting.nth), asc(waiting.all), asc(waiting.createdAt))
    .limit(atMost(4));
});

/** Claims a document for reading. No row when another process reads it. */
export const claimText = statement((q, v: Values<One>) =>
  q
    .update(files)
    .set({ claimedUntil: serverTime(readMsMax), tries: sql`${files.tries} + 1` })
    .where(isFile(v, isFree))
    .returning({ mediaType: files.mediaType, bytes: files.bytes, tries: files.tries }),
);

/** The try of the claim does not count. Patient: a busy database may be the reason. */
export const uncountTry = statement(
  (q, v: Values<One>) =>
    q
      .update(files)
      .set({ tries: sql`${files.tries} - 1` })
      .where(isFile(v, eq(files.textState, 'waiting'))),
  { deadlineMs: backgroundDeadlineMs },
);

type ReadingResult = One & Pick<typeof files.$inferSelect, 'textState' | 'textReason' | 'pages'>;

/** No row when the file was deleted, or already read. */
export const endReading = statement((q, v: Values<ReadingResult>) =>
  q
    .update(files)
    .set({ ...given(columns(v, 'textState', 'textReason', 'pages')), claimedUntil: null })
    .where(isFile(v, eq(files.textState, 'waiting')))
    .returning({ id: files.id }),
);

export type NewPassage = Pick<typeof filePassages.$inferSelect, 'place' | 'page' | 'content'>;

/** `rows`: of `NewPassage`, as JSON. */
export const insertPassages = statement((q, v: Values<One & { rows: string }>) =>
  q.insert(filePassages).select(rowsFrom(filePassages, v.rows, { userId: v.userId, fileId: v.id })),
);

/** The passages of a page, in order. */
export const selectPage = statement((q, v: Values<One & { page: number }>) =>
  q
    .select({ content: filePassages.content })
    .from(filePassages)
    .where(isOfFile(v, eq(filePassages.page, v.page)))
    .orderBy(asc(filePassages.place)),
);

/** The number of the last page with text; no row when there is none. */
export const selectLastPage = statement((q, v: Values<One>) =>
  q
    .select({ page: filePassages.page })
    .from(filePassages)
    .where(isOfFile(v))
    .orderBy(desc(filePassages.place))
    .limit(atMost(1)),
);
