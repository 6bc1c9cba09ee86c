import { z } from 'zod';
import { limits } from '../limits.ts';
import { checkedAtOnce } from '../primitives/checked-at-once.ts';
import { fromQuery, pageInput } from '../primitives/page.ts';
import {
  anyText,
  byId,
  described,
  id,
  shownInt,
  shownText,
  timestamp,
  wantedId,
} from '../primitives/text.ts';

export const mebibytes = (bytes: number) => `${bytes / (1024 * 1024)} MiB`;

/** The state of a file's text. */
export const textState = z.enum(['none', 'waiting', 'read', 'partly', 'failed']);

/** Why a file has no text, or only a part of it. */
export const textReason = z.enum(['scanned', 'encrypted', 'damaged', 'too large', 'unsupported']);
export type TextReason = z.infer<typeof textReason>;

const pixels = (of: string) =>
  described(z.int().nullable(), `${of} of a picture in pixels; null for other files.`, null);

/** A file from a person or a program, without its bytes. */
export const file = z
  .object({
    id: id(),
    name: shownText('Its name, without a folder.', 'plan.pdf'),
    state: described(
      z.enum(['receiving', 'stored']),
      '`receiving` until all parts have arrived and `finish` was called.',
      'stored',
    ),
    mediaType: described(
      z.string().nullable(),
      'The type, detected from the first bytes; null during the upload.',
      'application/pdf',
    ),
    bytes: shownInt('Its size.', 48_213),
    sha256: described(
      z.string().nullable(),
      'SHA-256 of the bytes in hexadecimal; null during the upload.',
      'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
    ),
    pages: described(z.int().nullable(), 'Pages of a document, once they are known.', 12),
    textState: textState.meta({
      description: 'The state of the text: `none` (such as pictures), `waiting`, `read`, `partly`, `failed`.',
      examples: ['read'],
    }),
    textReason: textReason
      .nullable()
      .meta({ description: 'Why the text is missing or incomplete.', examples: [null] }),
    width: pixels('Width'),
    height: pixels('Height'),
    conversationId: id('The first conversation with a message that has the file.')
      .nullable()
      .meta({ examples: [null] }),
    createdAt: timestamp(),
  })
  .meta({ id: 'StoredFile', description: 'A file, without its bytes.' });
export type File = z.infer<typeof file>;

export const fileById = byId('file');
export const fileTextInput = fileById.extend({
  page: z.preprocess(fromQuery, described(z.int().min(1).max(1_000_000), 'The page, from 1.', 1)).optional(),
});
export const fileText = z
  .object({
    page: shownInt('Its number.', 1),
    pages: shownInt('The number of pages.', 12),
    text: shownText('Its text.', 'The train leaves at nine.'),
  })
  .meta({ id: 'FileText', description: 'A page of the text of a file.' });
export type FileText = z.infer<typeof fileText>;
export const listFilesInput = z.object(pageInput(limits.fileListMax, 'id'));
export const finishFileInput = fileById.extend({
  sha256: described(
    anyText(),
    'SHA-256 of the whole file in hexadecimal. A mismatch is refused.',
    'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
  ).optional(),
});

/** A file as a message names it: a deleted one keeps its name. */
export const attachedFile = z.union([
  file,
  z
    .object({
      id: id(),
      name: shownText('The name that it had.', 'plan.pdf'),
      deleted: z.literal(true).describe('It was deleted.'),
    })
    .meta({ id: 'DeletedFile', description: 'A deleted file of a message.' }),
]);
export type AttachedFile = z.infer<typeof attachedFile>;

/** The files of a message. */
export const filesOfMessage = described(
  z.array(wantedId('Identifier of a stored file.')).max(limits.filesPerMessageMax).optional(),
  `The message’s files, at most ${limits.filesPerMessageMax}.`,
  [],
);

export const filesOutput = checkedAtOnce(z.object({ files: z.array(file).max(limits.fileListMax) }));
export const fileOutput = z.object({ file });

/** The error for a file that is too large. */
export const tooLarge = (name: string): string =>
  `“${name}” is too large: a file may have at most ${mebibytes(limits.fileBytesMax)}.`;
