import type { TextReason } from '@jarvis/contract';

/** What was read of a document. */
export interface ReadText {
  /** What was in the way of more; null when all was read. */
  readonly problem: TextReason | null;
  /** As the document counts them; null where it has none. */
  readonly pages: number | null;
  /** Pages, slides, sheets and chapters in their order; `page` is null where there are none. */
  readonly pieces: readonly { readonly page: number | null; readonly text: string }[];
}

/** Reads the text of documents, which are hostile: it is bounded in time (20 s) and memory, and never rejects. */
export interface DocumentReader {
  read(mediaType: string, bytes: AsyncIterable<Uint8Array>): Promise<ReadText>;
}
