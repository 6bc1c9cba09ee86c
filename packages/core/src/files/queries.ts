import { type File, limits } from '@jarvis/contract';
import {
  and,
  asc,
  atMost,
  backgroundDeadlineMs,
  desc,
  eq,
  isNull,
  lt,
  or,
  serverTime,
  sql,
  statement,
  type Values,
} from '@jarvis/database';
import type { OfAccount } from '../db/remove-by-account.ts';
import { type FieldsOf, type NewRow, rowFrom } from '../db/rows.ts';
import { files, messageFiles } from '../db/schema/files.ts';
import { outcomesForgotten } from '../idempotency/queries.ts';
import { isFile, type OwnFile, silentMsMax } from './store.ts';

/** The fields of the contract, in its order. */
export const fileOf = ({ userId }: Values<{ userId: string }>) =>
  ({
    id: files.id,
    name: files.name,
    state: sql<File['state']>`${files.state}`,
    mediaType: files.mediaType,
    bytes: files.bytes,
    sha256: files.sha256,
    pages: files.pages,
    textState: files.textState,
    textReason: files.textReason,
    width: files.width,
    height: files.height,
    conversationId: sql<string | null>`(select m.conversation_id from message_files m
    where m.user_id = ${userId} and m.file_id = files.id order by m.message_id limit 1)`,
    createdAt: files.createdAt,
  }) satisfies FieldsOf<File>;

/** Some files of an account. */
const areFiles = (v: Values<OfAccount>) =>
  and(eq(files.userId, v.userId), sql`${files.id} = any(${v.ids}::uuid[])`);

/** One that is being received, of so many bytes. */
export const insertFile = statement((q, v: Values<OwnFile & { name: string; bytes: number; now: string }>) =>
  q
    .insert(files)
    .values({
      userId: v.userId,
      id: v.id,
      name: v.name,
      state: 'receiving',
      bytes: v.bytes,
      mediaType: null,
      sha256: null,
      width: null,
      height: null,
      pages: null,
      textState: 'none',
      textReason: null,
      claimedUntil: serverTime(silentMsMax),
      tries: sql`0`,
      createdAt: v.now,
      attachedAt: null,
    } satisfies NewRow<typeof files>)
    .returning({ id: files.id }),
);

/** No row when the account has no such file. */
export const selectFile = statement((q, v: Values<OwnFile>) =>
  q.select(fileOf(v)).from(files).where(isFile(v)),
);

/** The same, and nobody else changes it or writes a part of it until the transaction ends. */
export const holdFile = statement((q, v: Values<OwnFile>) =>
  q
    .select({ state: files.state, name: files.name, bytes: files.bytes, sha256: files.sha256 })
    .from(files)
    .where(isFile(v))
    .for('update'),
);

/** Those that are stored, newest first. */
export const selectFiles = statement((q, v: Values<{ userId: string; afterId: string; limit: number }>) =>
  q
    .select(fileOf(v))
    .from(files)
    .where(and(eq(files.userId, v.userId), eq(files.state, 'stored'), lt(files.id, v.afterId)))
    .orderBy(desc(files.id))
    .limit(v.limit),
);

/** All parts are there: what was found of it. */
export interface FoundFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly mediaType: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly textState: File['textState'];
  readonly textReason: File['textReason'];
}

export const storeFile = statement((q, v: Values<OwnFile & FoundFile>) =>
  q
    .update(files)
    .set({
      name: sql`${v.name}`,
      state: 'stored',
      bytes: sql`${v.bytes}::bigint`,
      sha256: sql`${v.sha256}`,
      mediaType: sql`${v.mediaType}`,
      width: sql`${v.width}::int`,
      height: sql`${v.height}::int`,
      textState: sql`${v.textState}`,
      textReason: sql`${v.textReason}`,
      claimedUntil: null,
    })
    .where(isFile(v))
    .returning(fileOf(v)),
);

/** With its parts; its messages keep its name. No row when the account has no such file. */
export const deleteFileRow = statement((q, v: Values<OwnFile>) =>
  q.with(outcomesForgotten(q, v)).delete(files).where(isFile(v)).returning({ id: files.id }),
);

/** Of one that did not arrive. */
export const deleteUnfinished = statement((q, v: Values<OwnFile>) =>
  q.delete(files).where(and(isFile(v), eq(files.state, 'receiving'))),
);

/** So many files at a time, whose parts are 200 rows at most. */
export const filesRemovedAtOnce = 4;
const removedAtOnce = atMost(filesRemovedAtOnce);

/** Some of the account's files, with their parts; fewer when they were the last. */
export const deleteFilesPage = statement((q, v: Values<{ userId: string }>) => {
  const own = eq(files.userId, v.userId);
  const page = q.select({ id: files.id }).from(files).where(own).orderBy(asc(files.id)).limit(removedAtOnce);
  return q
    .delete(files)
    .where(and(own, sql`${files.id} = any(array${page})`))
    .returning({ id: files.id });
});

/** How long a file may take to arrive, and how long it is kept that no message has named. */
const receivedMsMax = 60 * 60_000;
export const unattachedMsMax = 24 * 60 * 60_000;

/** Files that messages of a conversation name; held, so that no other message names them meanwhile. */
export const holdFilesOf = statement((q, v: Values<{ userId: string; conversationId: string }>) => {
  const named = q
    .select({ id: messageFiles.fileId })
    .from(messageFiles)
    .where(and(eq(messageFiles.userId, v.userId), eq(messageFiles.conversationId, v.conversationId)));
  return q
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.userId, v.userId), sql`${files.id} = any(array${named})`))
    .orderBy(asc(files.id))
    .for('update');
});

const isUnnamed = (v: Values<OfAccount>) =>
  and(
    areFiles(v),
    sql`not exists (select from message_files m where m.user_id = ${v.userId} and m.file_id = ${files.id})`,
  );

/** Lets go of those of these that no message names any more: nobody is shown them, and the next sweep removes them. */
export const releaseUnnamed = statement((q, v: Values<OfAccount>) =>
  q
    .update(files)
    .set({ state: 'released', attachedAt: null, createdAt: serverTime(-unattachedMsMax) })
    .where(isUnnamed(v))
    .returning({ id: files.id }),
);

/** Removes some of these that no message names any more; no row when there are none. */
export const deleteUnnamed = statement((q, v: Values<OfAccount>) => {
  const page = q
    .select({ id: files.id })
    .from(files)
    .where(isUnnamed(v))
    .orderBy(asc(files.id))
    .limit(removedAtOnce);
  return q
    .delete(files)
    .where(and(eq(files.userId, v.userId), sql`${files.id} = any(array${page})`))
    .returning({ id: files.id });
});

/** Files of an account that are stored, in no order. */
export const selectStoredFiles = statement((q, v: Values<OfAccount>) =>
  q
    .select(fileOf(v))
    .from(files)
    .where(and(areFiles(v), eq(files.state, 'stored'))),
);

interface Attaching extends OfAccount {
  /** Of the files, as far as they are known, in the same order. */
  readonly names: readonly string[];
  readonly conversationId: string;
  readonly messageId: string;
}

/** Names files with a message, in their order. Gives those that are stored, or whose name is known. */
export const attachFiles = statement((q, v: Values<Attaching>) => {
  const attached = q.$with('attached').as(
    q
      .update(files)
      .set({ attachedAt: sql`coalesce(${files.attachedAt}, now())` })
      .where(and(areFiles(v), eq(files.state, 'stored')))
      .returning({ id: files.id, name: files.name }),
  );
  const row: NewRow<typeof messageFiles> = {
    userId: v.userId,
    messageId: v.messageId,
    nth: sql`given.nth`,
    conversationId: v.conversationId,
    fileId: sql`given.id`,
    name: sql`coalesce(${attached.name}, given.name)`,
  };
  const given = sql`unnest(${v.ids}::uuid[], ${v.names}::text[]) with ordinality as given (id, name, nth)`;
  return q
    .with(attached)
    .insert(messageFiles)
    .select(
      rowFrom(
        messageFiles,
        row,
        sql`from ${given} left join ${attached} on ${attached.id} = given.id
          where coalesce(${attached.name}, given.name) is not null`,
      ),
    )
    .returning({ id: messageFiles.fileId });
});

/** The files of messages, in their order; `file` is null of one that was deleted. */
export const selectFilesOfMessages = statement((q, v: Values<OfAccount>) =>
  q
    .select({
      messageId: sql<string>`named.message_id`,
      id: sql<string>`named.file_id`,
      name: sql<string>`named.name`,
      file: fileOf(v),
    })
    .from(
      // One look into the index for each message.
      sql`unnest(${v.ids}::uuid[]) as wanted (id) cross join lateral (
        select message_id, nth, file_id, name from message_files
        where user_id = ${v.userId} and message_id = wanted.id limit ${atMost(limits.filesPerMessageMax)}
      ) as named`,
    )
    .leftJoin(files, and(eq(files.userId, v.userId), sql`${files.id} = named.file_id`))
    .orderBy(sql`named.message_id, named.nth`),
);

const isLeft = and(
  isNull(files.attachedAt),
  or(
    and(eq(files.state, 'receiving'), lt(files.createdAt, serverTime(-receivedMsMax))),
    lt(files.createdAt, serverTime(-unattachedMsMax)),
  ),
);

/** Of all accounts. */
export const selectLeftFiles = statement((q, v: Values<{ limit: number }>) =>
  q.select({ userId: files.userId, id: files.id }).from(files).where(isLeft).limit(v.limit),
);

/** Removes those that did not arrive, or that no message has named, and none that a request holds. */
export const deleteLeftFiles = statement(
  (q, v: Values<OfAccount>) => {
    const own = areFiles(v);
    const free = q
      .select({ id: files.id })
      .from(files)
      .where(and(own, isLeft))
      .for('update', { skipLocked: true });
    return q.delete(files).where(and(own, sql`${files.id} = any(array${free})`));
  },
  { deadlineMs: backgroundDeadlineMs },
);
