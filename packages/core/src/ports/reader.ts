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

/** Reads the text of untrusted documents: bounded in time (20 s) and memory. */
export interface DocumentReader {
  /**
   * Rejects when the bytes could not be had, or what reads them was ended from outside: another try may succeed.
   * `signal`: of a request. A process reads one document of requests at a time; when it aborts, or where it would reject,
   * the document is `too large`.
   */
  read(mediaType: string, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<ReadText>;
}
