import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { Unreadable } from './collector.ts';

const entriesMax = 5_000;
const unpackedBytesMax = 200 * 1024 * 1024;

export class Zipped {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  #unpacked = 0;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** Throws Unreadable. */
  static async open(bytes: Uint8Array): Promise<Zipped> {
    try {
      const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        if (entries.size === entriesMax) throw new Unreadable('too large');
        entries.set(entry.fileName, entry);
      }
      return new Zipped(zip, entries);
    } catch (error) {
      throw error instanceof Unreadable ? error : new Unreadable('damaged');
    }
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  /** Empty without such an entry. Counts the bytes itself, not by the zip's sizes. Throws Unreadable. */
  async *read(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name);
    if (!entry) return;
    if (entry.isEncrypted()) throw new Unreadable('encrypted');
    let pieces: AsyncIterable<Uint8Array>;
    try {
      pieces = await this.#zip.openReadStreamPromise(entry);
    } catch {
      throw new Unreadable('damaged');
    }
    for await (const piece of pieces) {
      this.#unpacked += piece.length;
      if (this.#unpacked > unpackedBytesMax) throw new Unreadable('too large');
      yield piece;
    }
  }
}

/** Names like `ppt/slides/slide12.xml` in numeric order. */
export const numbered = (names: readonly string[], pattern: RegExp): string[] =>
  names.filter((name) => pattern.test(name)).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));

/** Resolves a relative address from an entry. */
export function beside(entry: string, address: string): string {
  const folders = address.startsWith('/') ? [] : entry.split('/').slice(0, -1);
  for (const step of address.replace(/^\//, '').split('/')) {
    if (step === '..') folders.pop();
    else if (step !== '.') folders.push(step);
  }
  return folders.join('/');
}
