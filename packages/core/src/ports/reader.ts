import type { TextReason } from '@jarvis/contract';

/** The text read from a document. */
export interface ReadText {
  /** Why the text is incomplete; null if it is complete. */
  readonly problem: TextReason | null;
  /** The document's own number of pages; null if it has none. */
  readonly pages: number | null;
  /** Pages, slides, sheets and chapters in order; `page` is null if there are none. */
  readonly pieces: readonly { readonly page: number | null; readonly text: string }[];
}

/** The bytes of a file, in pieces. */
export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Reads the text of untrusted documents: bounded in time (18 s; 50 s on a busy machine) and memory. */
export interface DocumentReader {
  /**
   * Rejects when the bytes could not be read, when the machine was too busy, and, with ReaderEnded, when the reader was
   * ended from outside: another try may succeed. `signal` ends it early; the document is then `too large`.
   */
  read(mediaType: string, bytes: Pieces, signal?: AbortSignal): Promise<ReadText>;
  /**
   * Waits until a document of a request may be read: a process reads one of them at a time, in turns of the accounts.
   * Resolves with a function that ends the turn. Rejects with the signal's reason if it aborts first.
   */
  turn(userId: string, signal: AbortSignal): Promise<() => void>;
}

/** The reader was ended from outside, mostly for its memory. If that happens again, the document is the reason. */
export class ReaderEnded extends Error {}
