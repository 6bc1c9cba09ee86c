import { posix } from 'node:path';
import { type Entry, fromBufferPromise } from 'yauzl';
import { Unreadable } from './collector.ts';

const entriesMax = 5_000;
const unpackedBytesMax = 200 * 1024 * 1024;

export type Zipped = Awaited<ReturnType<typeof openZip>>;

/** Throws Unreadable, or yauzl's error for a damaged file. */
export async function openZip(bytes: Uint8Array) {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entries.size === entriesMax) throw new Unreadable('too large');
    entries.set(entry.fileName, entry);
  }
  let unpacked = 0;
  return {
    names: [...entries.keys()],
    /** Empty without such an entry. Counts the bytes itself, not by the zip's sizes. Throws like `openZip`. */
    async *read(name: string): AsyncGenerator<Uint8Array> {
      const entry = entries.get(name);
      if (!entry) return;
      if (entry.isEncrypted()) throw new Unreadable('encrypted');
      for await (const piece of await zip.openReadStreamPromise(entry)) {
        unpacked += piece.length;
        if (unpacked > unpackedBytesMax) throw new Unreadable('too large');
        yield piece;
      }
    },
  };
}

/** Resolves a relative address from an entry. */
export const beside = (entry: string, address: string): string =>
  posix.resolve('/', posix.dirname(entry), address).slice(1);
