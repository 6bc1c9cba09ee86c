import { crc32 } from 'node:zlib';

export interface ZipEntry {
  /** With `/` between folders. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

interface Written {
  readonly name: Buffer;
  readonly at: number;
  readonly bytes: number;
  readonly crc: number;
}

const max32 = 0xffffffff;
/** UTF-8 names; sizes and checksum follow the bytes. */
const flags = 0x0808;
/** 1980-01-01. */
const date = 0x0021;

/**
 * A zip of entries as they come, uncompressed: their bytes are read once, and never held in memory. Not by yazl, which
 * pipes each entry and, when the reader of the zip leaves, ends none of them: their sources would stay open.
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let at = 0;
  for await (const entry of entries) {
    const name = Buffer.from(entry.name);
    // Declares 64-bit sizes for each, as they are not known yet.
    const extra = fields([2, 1], [2, 16], [8, 0], [8, 0]);
    const head = fields([4, 0x04034b50], [2, 45], [2, flags], [2, 0], [2, 0], [2, date], [4, 0]);
    const local = [head, fields([4, max32], [4, max32], [2, name.length], [2, extra.length]), name, extra];
    yield* local;
    let bytes = 0;
    let crc = 0;
    for await (const piece of entry.bytes) {
      bytes += piece.length;
      crc = crc32(piece, crc);
      yield piece;
    }
    const descriptor = fields([4, 0x08074b50], [4, crc], [8, bytes], [8, bytes]);
    yield descriptor;
    written.push({ name, at, bytes, crc });
    at += lengthOf(local) + bytes + descriptor.length;
  }
  const directory = written.flatMap(directoryEntry);
  yield* directory;
  const size = lengthOf(directory);
  const count = written.length;
  yield fields(
    [4, 0x06064b50],
    [8, 44],
    [2, 45],
    [2, 45],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, at],
  );
  yield fields([4, 0x07064b50], [4, 0], [8, at + size], [4, 1]);
  yield fields([4, 0x06054b50], [2, 0], [2, 0], [2, 0xffff], [2, 0xffff], [4, max32], [4, max32], [2, 0]);
}

function directoryEntry({ name, at, bytes, crc }: Written): Buffer[] {
  const extra = fields([2, 1], [2, 24], [8, bytes], [8, bytes], [8, at]);
  return [
    fields(
      [4, 0x02014b50],
      [2, 45],
      [2, 45],
      [2, flags],
      [2, 0],
      [2, 0],
      [2, date],
      [4, crc],
      [4, max32],
      [4, max32],
    ),
    fields([2, name.length], [2, extra.length], [2, 0], [2, 0], [2, 0], [4, 0], [4, max32]),
    name,
    extra,
  ];
}

const lengthOf = (pieces: readonly Uint8Array[]): number =>
  pieces.reduce((sum, { length }) => sum + length, 0);

/** Little-endian numbers of the given sizes in bytes. */
function fields(...numbers: readonly (readonly [size: 2 | 4 | 8, value: number])[]): Buffer {
  const buffer = Buffer.alloc(numbers.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of numbers) {
    if (size === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, size);
    at += size;
  }
  return buffer;
}
