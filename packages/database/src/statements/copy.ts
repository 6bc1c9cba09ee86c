import { finished } from 'node:stream/promises';
import type postgres from 'postgres';
import { DatabaseUnavailable } from '../failures.ts';

/*
 * Rows with large values, in COPY's binary form. As a parameter or a result, postgres.js makes text of twice a value's
 * size, and copies it several times. Base64 is shorter, but still exceeds the memory that `faults/large-files` allows.
 */

/** A COPY statement: the fields of one row to send, or reading. */
export type Copy = readonly Uint8Array[] | 'out';

const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
/** The signature, and 32 bits each for flags and the length of an extension. */
const headerBytes = signature.length + 8;
/** After the last row, in place of the number of fields. */
const trailer = Buffer.from([0xff, 0xff]);
const pieceBytes = 64 * 1024;

/** Sends one row to `copy … from stdin (format binary)`, within a transaction. */
export async function copyIn(sql: postgres.ISql, text: string, fields: readonly Uint8Array[]): Promise<void> {
  const target = await sql.unsafe(text).writable();
  const failed = new Promise<never>((_, reject) => target.once('error', reject));
  failed.catch(() => {});
  for (const piece of pieces(fields))
    await new Promise<void>((resolve, reject) => {
      // After a failure, the callback's error is only that the stream is destroyed.
      target.write(piece, (error) => (error ? failed.catch(reject) : resolve()));
    });
  target.end();
  // postgres.js loses an error that arrives after the end. Then this statement fails, in an aborted transaction: why is
  // not known, but most often the server has no room for the row.
  await sql.unsafe('select 1').catch((cause) => {
    throw new DatabaseUnavailable(cause);
  });
}

function* pieces(fields: readonly Uint8Array[]): Generator<Uint8Array> {
  const count = Buffer.alloc(2);
  count.writeInt16BE(fields.length);
  yield Buffer.concat([signature, Buffer.alloc(8), count]);
  for (const field of fields) {
    const length = Buffer.alloc(4);
    length.writeInt32BE(field.length);
    yield length;
    for (let from = 0; from < field.length; from += pieceBytes) yield field.subarray(from, from + pieceBytes);
  }
  yield trailer;
}

/** For one row and column of `copy (select …) to stdout (format binary)`; undefined without a row or for NULL. */
export async function copyOut(sql: postgres.ISql, text: string): Promise<Buffer | undefined> {
  const source = await sql.unsafe(text).readable();
  const pieces: Buffer[] = [];
  // Flowing: for other readers postgres.js pauses its connection, which after the last piece stays paused.
  source.on('data', (piece: Buffer) => pieces.push(piece));
  await finished(source);
  const row = Buffer.concat(pieces);
  const valueFrom = headerBytes + 6;
  if (row.readInt16BE(headerBytes) === -1) return undefined;
  const length = row.readInt32BE(headerBytes + 2);
  return length === -1 ? undefined : row.subarray(valueFrom, valueFrom + length);
}
