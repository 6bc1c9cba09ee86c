import { and, asc, eq, ne, serverTime, sql, statement, type Values } from '@jarvis/database';
import { type NewRow, rowFrom } from '../db/rows.ts';
import { fileParts, files } from '../db/schema/files.ts';

/*
 * The storage of files' bytes; no other module knows where they are. Any process may write any part of a file, and
 * writing a part again replaces it.
 */

export type OwnFile = { userId: string; id: string };

/** Condition: a file that is not released. */
export const isFile = (v: Values<OwnFile>) =>
  and(eq(files.userId, v.userId), eq(files.id, v.id), ne(files.state, 'released'));
const isPartOf = (v: Values<OwnFile>) => and(eq(fileParts.userId, v.userId), eq(fileParts.fileId, v.id));

/** After this time without new data, an upload no longer counts as active, and another may start. */
export const silentMsMax = 2 * 60_000;

/**
 * Writes a part. No row when the account receives no such file, or when the part is stored already. A stored file does
 * not change: its row is locked while it is finished.
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

/** The parts that have arrived, in order, with their lengths. */
export const listParts = statement((q, v: Values<OwnFile>) =>
  q
    .select({ n: fileParts.n, bytes: sql<number>`octet_length(${fileParts.bytes})` })
    .from(fileParts)
    .where(isPartOf(v))
    .orderBy(asc(fileParts.n)),
);

/** The minimum size of a file in the quota: its row and its index entries. */
const rowBytes = sql.raw(String(4_096));

/** The bytes that the account's files use or reserve, and the number of active uploads. */
export const sumFiles = statement((q, v: Values<{ userId: string }>) =>
  q
    .select({
      bytes: sql<number>`coalesce(sum(greatest(${files.bytes}, ${rowBytes})), 0)::bigint`,
      received: sql<number>`count(*) filter (where ${files.state} = 'receiving' and ${files.claimedUntil} > now())`,
    })
    .from(files)
    .where(eq(files.userId, v.userId)),
);
