import type { TextReason } from '@jarvis/contract';
import type { ReadText } from '@jarvis/core';

/** A page of a document, a slide, a sheet or a chapter. */
export type Piece = ReadText['pieces'][number];

/** Ends the reading of a document: the text read so far is kept. */
export class Unreadable extends Error {
  readonly problem: TextReason;
  constructor(problem: TextReason) {
    super(problem);
    this.problem = problem;
  }
}

export const pagesMax = 300;
export const charsMax = 1_000_000;

export class Collector {
  readonly #send: (piece: Piece) => void;
  #chars = 0;

  constructor(send: (piece: Piece) => void) {
    this.#send = send;
  }

  get chars(): number {
    return this.#chars;
  }

  /** Throws Unreadable beyond the limit. */
  add(page: number | null, text: string): void {
    if (page !== null && page > pagesMax) throw new Unreadable('too large');
    const tidy = text
      .replaceAll('\u0000', '')
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
      .toWellFormed();
    const room = charsMax - this.#chars;
    this.#chars += Math.min(room, tidy.length);
    if (tidy !== '') this.#send({ page, text: tidy.slice(0, room).toWellFormed() });
    if (tidy.length > room) throw new Unreadable('too large');
  }
}
