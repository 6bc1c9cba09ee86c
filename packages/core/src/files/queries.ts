import { type File, limits } from '@jarvis/contract';
import {
  and,
  asc,
  atMost,
  eq,
  isNull,
  lt,
  or,
  type SQL,
  serverTime,
  sql,
  statement,
  type Values,
} from '@jarvis/database';
import { leftRows, type OfAccount } from '../db/remove-by-account.ts';
import { columns, type FieldsOf, given, isOwn, newRow, type One, type Own, rowFrom } from '../db/rows.ts';
import { files, messageFiles } from '../db/schema/files.ts';
import { insertRow, newestFirst } from '../db/statements.ts';
import { outcomesForgotten } from '../idempotency/queries.ts';
import { isFile, silentMsMax } from './store.ts';

/** The contract's fields, in order. */
export const fileOf = ({ userId }: Values<Own>) =>
  ({
    ...columns(files, 'id', 'name'),
    state: sql<File['state']>`${files.state}`,
    ...columns(files, 'mediaType', 'bytes', 'sha256', 'pages', 'textState', 'textReason', 'width', 'height'),
    conversationId: sql<string | null>`(select m.conversation_id from message_files m
    where m.user_id = ${userId} and m.file_id = files.id order by m.message_id limit 1)`,
    createdAt: files.createdAt,
  }) satisfies FieldsOf<File>;

/** Condition: those of the given files of an account that satisfy the condition. */
const areFiles = (v: Values<OfAccount>, condition: SQL) =>
  isOwn(files, v, sql`${files.id} = any(${v.ids}::uuid[])`, condition);

/** A file that is being received, with its announced size. */
export const insertFile = insertRow(files, {
  claimedUntil: serverTime(silentMsMax),
  tries: sql`0`,
  attachedAt: null,
});

/** No row when the account has no such file. */
export const selectFile = statement((q, v: Values<One>) => q.select(fileOf(v)).from(files).where(isFile(v)));

/** As `selectFile`, locked until the transaction ends: no other request changes it or writes a part. */
export const holdFile = statement((q, v: Values<One>) =>
  q.select(fileOf(v)).from(files).where(isFile(v)).for('update'),
);

export const pageOfFiles = newestFirst<File>(files, fileOf, eq(files.state, 'stored'));

/** The properties of a file, known once all parts have arrived. */
export type FoundFile = Pick<
  typeof files.$inferSelect,
  'name' | 'bytes' | 'width' | 'height' | 'textState' | 'textReason'
> & { readonly sha256: string; readonly mediaType: string };

export const storeFile = statement((q, v: Values<One & FoundFile>) =>
  q
    .update(files)
    .set({
      ...given(
        columns(v, 'name', 'bytes', 'sha256', 'mediaType', 'width', 'height', 'textState', 'textReason'),
      ),
      state: 'stored',
      claimedUntil: null,
    })
    .where(isFile(v))
    .returning(fileOf(v)),
);

/** Deletes a file with its parts; messages keep its name. No row when the account has no such file. */
export const deleteFileRow = statement((q, v: Values<One>) =>
  q.with(outcomesForgotten(q, v)).delete(files).where(isFile(v)).returning({ id: files.id }),
);

/** Deletes a file that is still being received. */
export const deleteUnfinished = statement((q, v: Values<One>) =>
  q.delete(files).where(isFile(v, eq(files.state, 'receiving'))),
);

/** Files removed in one statement: at most 200 rows of parts. */
export const filesRemovedAtOnce = 4;

/** Deletes some of the account's files with their parts; fewer than the page size only at the end. */
export const deleteFilesPage = statement((q, v: Values<Own>) => {
  const page = q
    .select({ id: files.id })
    .from(files)
    .where(eq(files.userId, v.userId))
    .orderBy(asc(files.id))
    .limit(atMost(filesRemovedAtOnce));
  return q.delete(files).where(isOwn(files, v, sql`${files.id} = any(array${page})`));
});

/** The maximum time of an upload, and how long a file is kept that no message names. */
const receivedMsMax = 60 * 60_000;
export const unattachedMsMax = 24 * 60 * 60_000;

/** The files of a conversation's messages, locked so that no other message attaches them meanwhile. */
export const holdFilesOf = statement((q, v: Values<Own & { conversationId: string }>) => {
  const named = q
    .select({ id: messageFiles.fileId })
    .from(messageFiles)
    .where(isOwn(messageFiles, v, eq(messageFiles.conversationId, v.conversationId)));
  return q
    .select({ id: files.id })
    .from(files)
    .where(isOwn(files, v, sql`${files.id} = any(array${named})`))
    .orderBy(asc(files.id))
    .for('update');
});

/** Marks files that no message names any more as released: they become invisible, and the next sweep removes them. */
export const releaseUnnamed = statement((q, v: Values<OfAccount>) =>
  q
    .update(files)
    .set({ state: 'released', attachedAt: null, createdAt: serverTime(-unattachedMsMax) })
    .where(
      areFiles(
        v,
        sql`not exists (select from message_files m where m.user_id = ${v.userId} and m.file_id = ${files.id})`,
      ),
    )
    .returning({ id: files.id }),
);

/** The given stored files of an account, in no order. */
export const selectStoredFiles = statement((q, v: Values<OfAccount>) =>
  q
    .select(fileOf(v))
    .from(files)
    .where(areFiles(v, eq(files.state, 'stored'))),
);

interface Attaching extends OfAccount {
  /** The files' names, as far as known, in the same order. */
  readonly names: readonly string[];
  readonly conversationId: string;
  readonly messageId: string;
}

/** Attaches files to a message, in order, except missing ones whose name is not known; `.count` is their number. */
export const attachFiles = statement((q, v: Values<Attaching>) => {
  const attached = q.$with('attached').as(
    q
      .update(files)
      .set({ attachedAt: sql`coalesce(${files.attachedAt}, now())` })
      .where(areFiles(v, eq(files.state, 'stored')))
      .returning({ id: files.id, name: files.name }),
  );
  const row = newRow(messageFiles, v, {
    nth: sql`given.nth`,
    fileId: sql`given.id`,
    name: sql`coalesce(${attached.name}, given.name)`,
  });
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
    );
});

/** The files of messages, in order; `file` is null for a deleted one. */
export const selectFilesOfMessages = statement((q, v: Values<OfAccount>) =>
  q
    .select({
      messageId: sql<string>`named.message_id`,
      id: sql<string>`named.file_id`,
      name: sql<string>`named.name`,
      file: fileOf(v),
    })
    .from(
      // One index lookup for each message.
      sql`unnest(${v.ids}::uuid[]) as wanted (id) cross join lateral (
        select message_id, nth, file_id, name from message_files
        where user_id = ${v.userId} and message_id = wanted.id limit ${atMost(limits.filesPerMessageMax)}
      ) as named`,
    )
    .leftJoin(files, isOwn(files, v, sql`${files.id} = named.file_id`))
    .orderBy(sql`named.message_id, named.nth`),
);

/** Files that did not arrive, or that no message names. */
export const leftFiles = leftRows(files, () =>
  and(
    isNull(files.attachedAt),
    or(
      and(eq(files.state, 'receiving'), lt(files.createdAt, serverTime(-receivedMsMax))),
      lt(files.createdAt, serverTime(-unattachedMsMax)),
    ),
  ),
);
