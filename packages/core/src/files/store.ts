import { and, asc, eq, ne, serverTime, sql, statement, type Values } from '@jarvis/database';
import { type NewRow, rowFrom } from '../db/rows.ts';
import { fileParts, files } from '../db/schema/files.ts';

/*
 * Where the bytes of files are: nothing else knows it. A file is written part by part, by any process, and a part that is
 * written again takes the place of the one before.
 */

export type OwnFile = { userId: string; id: string };

/** One that was let go of is gone for everybody. */
export const isFile = (v: Values<OwnFile>) =>
  and(eq(files.userId, v.userId), eq(files.id, v.id), ne(files.state, 'released'));
const isPartOf = (v: Values<OwnFile>) => and(eq(fileParts.userId, v.userId), eq(fileParts.fileId, v.id));

/** A file that nothing arrives of for so long is not being received: another one may be. */
export const silentMsMax = 2 * 60_000;

/**
 * Keeps a part. No row when the account receives no such file, or has this part: it is not written again. A file that is
 * stored is not changed: its row is held while it is finished.
 */
export const writePart = statement((q, v: Values<OwnFile & { n: number; part: Uint8Array }>) => {
  const held = q.$with('held').as(
    q
      .update(files)
      .set({ claimedUntil: serverTime(silentMsMax) })
      .where(and(isFile(v), eq(files.state, 'receiving')))
      .returning({ id: files.id }),
  );
  const row: NewRow<typeof fileParts> = { userId: v.userId, fileId: v.id, n: v.n, bytes: v.part };
  return q
    .with(held)
    .insert(fileParts)
    .select(rowFrom(fileParts, row, sql`from ${held}`))
    .onConflictDoUpdate({
      target: [fileParts.userId, fileParts.fileId, fileParts.n],
      set: { bytes: sql`excluded.bytes` },
      setWhere: sql`${fileParts.bytes} <> excluded.bytes`,
    })
    .returning({ n: fileParts.n });
});

/** No row when there is no such part. */
export const readPart = statement((q, v: Values<OwnFile & { n: number }>) =>
  q
    .select({ bytes: fileParts.bytes })
    .from(fileParts)
    .where(and(isPartOf(v), eq(fileParts.n, v.n))),
);

/** Which parts are there, in their order, and how long they are. */
export const listParts = statement((q, v: Values<OwnFile>) =>
  q
    .select({ n: fileParts.n, bytes: sql<number>`octet_length(${fileParts.bytes})` })
    .from(fileParts)
    .where(isPartOf(v))
    .orderBy(asc(fileParts.n)),
);

/** What a file takes at least: its row, and its places in indexes. */
const rowBytes = sql.raw(String(4_096));

/** What the files of an account take, or will once they have arrived, and how many are being received. */
export const sumFiles = statement((q, v: Values<{ userId: string }>) =>
  q
    .select({
      bytes: sql<number>`coalesce(sum(greatest(${files.bytes}, ${rowBytes})), 0)::bigint`,
      received: sql<number>`count(*) filter (where ${files.state} = 'receiving' and ${files.claimedUntil} > now())`,
    })
    .from(files)
    .where(eq(files.userId, v.userId)),
);
