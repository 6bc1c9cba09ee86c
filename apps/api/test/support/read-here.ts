import { Readable } from 'node:stream';
import { arrayBuffer } from 'node:stream/consumers';
import type { DocumentReader, ReadText } from '@jarvis/core';
import { readText } from '../../src/adapters/extraction/formats/read.ts';

/** Reads documents without a process for each, which takes longer to start than they take to be read. */
export const readHere: DocumentReader = {
  turn: async () => () => {},
  async read(mediaType, bytes) {
    const pieces: ReadText['pieces'][number][] = [];
    let pages: number | null = null;
    const problem = await readText(
      mediaType,
      new Uint8Array(await arrayBuffer(Readable.from(bytes))),
      (told) => {
        if ('piece' in told) pieces.push(told.piece);
        else pages = told.pages;
      },
    );
    return { problem, pages, pieces };
  },
};
