import type { FileText, TextReason } from '@jarvis/contract';
import { reasonOf } from '@jarvis/database';
import type { One } from '../db/rows.ts';
import { DomainError, notFound } from '../errors.ts';
import type { Deps } from '../ports/deps.ts';
import { ReaderEnded, type ReadText } from '../ports/reader.ts';
import { openContent, readFile } from './files.ts';
import { passagesOf } from './passages.ts';
import {
  claimText,
  endReading,
  insertPassages,
  selectLastPage,
  selectPage,
  selectWaitingFiles,
  uncountTry,
} from './text-queries.ts';

/** A document whose reader, or process, is killed each time, mostly for its memory, is not retried for ever. */
const triesMax = 2;
const passagesAtOnce = 200;

/**
 * Reads waiting documents one after another until none is left. A document whose bytes cannot be read, or whose reader
 * is killed, is tried again in a minute.
 */
export async function readWaitingFiles(deps: Deps): Promise<void> {
  for (;;) {
    const waiting = await selectWaitingFiles(deps.db, {});
    if (waiting.length === 0) return;
    for (const own of waiting)
      await readWaiting(deps, own).catch((error: unknown) => {
        deps.log.warn({ reason: reasonOf(error) }, 'a document was not read');
      });
  }
}

async function readWaiting(deps: Deps, own: One): Promise<void> {
  const claimed = await claimText.first(deps.db, own);
  if (!claimed) return;
  const { mediaType, bytes, tries } = claimed;
  if (tries > triesMax) return keep(deps, own, { problem: 'too large', pages: null, pieces: [] });
  const text = await openContent(deps, own.userId, own.id)
    .then(({ read }) => deps.reader.read(mediaType ?? '', read(0, bytes)))
    .catch(async (error: unknown) => {
      // A busy machine or database says nothing about the document.
      if (!(error instanceof ReaderEnded)) await uncountTry(deps.db, own);
      throw error;
    });
  await keep(deps, own, text);
}

/** A text as the columns of a file and the rows of its passages. */
export function asRead(text: ReadText) {
  const { passages, pages } = passagesOf(text);
  const { problem: textReason } = text;
  const textState = textReason === null ? 'read' : passages.length > 0 ? 'partly' : 'failed';
  return { passages, pages, textState, textReason } as const;
}

/** Stores the whole text or nothing. A file that was deleted meanwhile stays deleted. */
async function keep({ db, changes }: Deps, own: One, text: ReadText): Promise<void> {
  const { passages, ...read } = asRead(text);
  await db.transaction(
    async (tx) => {
      if (!(await endReading.first(tx, { ...own, ...read }))) return;
      for (let from = 0; from < passages.length; from += passagesAtOnce)
        await insertPassages(tx, {
          ...own,
          rows: JSON.stringify(passages.slice(from, from + passagesAtOnce)),
        });
    },
    { deadlineMs: 10_000 },
  );
  changes.publish(own.userId, 'files');
}

const reasons: Readonly<Record<TextReason, string>> = {
  scanned: 'Its pages are pictures.',
  encrypted: 'It is encrypted.',
  damaged: 'It is damaged.',
  'too large': 'It is too large to be read.',
  unsupported: 'Files of its type cannot be read.',
};

/**
 * A page of a document's text. Throws notFound beyond the last page, and, with the reason, for a file without text;
 * conflict before the text is read.
 */
export async function readText(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { id, page = 1 }: { readonly id: string; readonly page?: number | undefined },
): Promise<FileText> {
  const file = await readFile({ db }, userId, id);
  const own = { userId, id: file.id };
  if (file.state === 'receiving' || file.textState === 'waiting')
    throw new DomainError('conflict', 'The text of this file is not read yet.', { retryAfterSeconds: 1 });
  const last = (await selectLastPage.first(db, own))?.page;
  if (last === undefined) throw new DomainError('notFound', noText(file.textReason));
  const isPart = file.textState === 'partly';
  const pages = isPart ? last : Math.max(file.pages ?? 0, last);
  if (page > pages)
    throw isPart && file.textReason !== null
      ? new DomainError('notFound', `This page was not read. ${reasons[file.textReason]}`)
      : notFound('Page');
  const text = (await selectPage(db, { ...own, page })).map(({ content }) => content).join('');
  return { page, pages, text };
}

const noText = (reason: TextReason | null): string =>
  `This file has no text. ${reason === null ? 'There is nothing to read in it.' : reasons[reason]}`;
