import {
  and,
  eq,
  ne,
  type Queries,
  type SQL,
  serverTime,
  sql,
  statement,
  type Values,
} from '@jarvis/database';
import { inTransaction } from '../db/in-transaction.ts';
import { isOne, isOwn, type One, type Own } from '../db/rows.ts';
import { fileParts, files } from '../db/schema/files.ts';

/*
 * The storage of files' bytes; no other module knows where they are. Any process may write any part of a file, and
 * writing a part again replaces it.
 */

/** Condition: a file that is not released, and satisfies the conditions. */
export const isFile = (v: Values<One>, ...conditions: (SQL | undefined)[]) =>
  isOne(files, v, ne(files.state, 'released'), ...conditions);
const isPart = (v: Values<FilePart>) => isOwn(fileParts, v, eq(fileParts.fileId, v.id), eq(fileParts.n, v.n));

/** After this time without new data, an upload no longer counts as active, and another may start. */
export const silentMsMax = 2 * 60_000;

type FilePart = One & { readonly n: number };
type PartBytes = FilePart & { readonly part: Uint8Array };

/**
 * Writes a part. False when the account receives no such file, or when the part is stored already. A stored file does
 * not change: its row is locked while it is finished.
 */
export const writePart = (db: Queries, v: PartBytes): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    if (!(await holdReceiving.first(tx, v))) return false;
    // Not in the statement that locks: that one does not see a part that was written while it waited for the lock.
    if (await selectPart.first(tx, v)) return (await replacePart.first(tx, v)) !== undefined;
    const n = Buffer.alloc(4);
    n.writeInt32BE(v.n);
    await tx.copyIn(copyPart, [uuidBytes(v.userId), uuidBytes(v.id), n, v.part]);
    return true;
  });

/** A time much further ahead than any claim's, also of a later transaction, comes from a clock that was ahead. */
export const isClaimed = sql`(${files.claimedUntil} between ${serverTime()} and ${serverTime(2 * silentMsMax)})`;

/** Locks a file that is being received. */
const holdReceiving = statement((q, v: Values<One>) =>
  q
    .update(files)
    .set({ claimedUntil: serverTime(silentMsMax) })
    .where(isFile(v, eq(files.state, 'receiving')))
    .returning({ id: files.id }),
);

const selectPart = statement((q, v: Values<FilePart>) =>
  q.select({ n: fileParts.n }).from(fileParts).where(isPart(v)),
);

/** No row when the part has these bytes. */
const replacePart = statement((q, v: Values<PartBytes>) =>
  q
    .update(fileParts)
    .set({ bytes: sql`${v.part}` })
    .where(and(isPart(v), ne(fileParts.bytes, v.part)))
    .returning({ n: fileParts.n }),
);

const copyPart = 'copy "file_parts" ("user_id", "file_id", "n", "bytes") from stdin (format binary)';

/** Undefined when there is no such part. */
export const readPart = (db: Queries, { userId, id, n }: FilePart): Promise<Buffer | undefined> =>
  db.copyOut(
    `copy (select "bytes" from "file_parts" where "user_id" = ${uuidText(userId)} and "file_id" = ${uuidText(id)} and "n" = ${Math.trunc(n)}) to stdout (format binary)`,
  );

const uuidBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
/** COPY takes no parameters. Through bytes, so that nothing but a hexadecimal number gets into the statement. */
const uuidText = (id: string): string => `'${uuidBytes(id).toString('hex')}'::uuid`;

/** The minimum size of a file in the quota: its row and its index entries. */
const rowBytes = sql.raw(String(4_096));

/** The bytes that the account's files use or reserve, the number of active uploads, and the silent ones. */
export const sumFiles = statement((q, v: Values<Own>) =>
  q
    .select({
      bytes: sql<number>`coalesce(sum(greatest(${files.bytes}, ${rowBytes})), 0)::bigint`,
      received: sql<number>`count(*) filter (where ${files.state} = 'receiving' and ${isClaimed})`,
      silent: sql<
        string[] | null
      >`json_agg(${files.id}) filter (where ${files.state} = 'receiving' and not ${isClaimed})`,
    })
    .from(files)
    .where(eq(files.userId, v.userId)),
);
