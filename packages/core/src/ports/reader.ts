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

/** Reads the text of untrusted documents: bounded in time (20 s) and memory; never rejects. */
export interface DocumentReader {
  /**
   * `signal`: of a request. A process reads one document of requests at a time; when it aborts, the document is
   * `too large`.
   */
  read(mediaType: string, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<ReadText>;
}
