import type { AttachedFile } from '@jarvis/contract';
import type { StoredFile } from '../../data/types.ts';

export const isDeleted = (file: AttachedFile): file is Extract<AttachedFile, { deleted: true }> =>
  'deleted' in file;

/** A picture in a format that the service displays; other files are downloaded. */
export const isShownPicture = ({ mediaType }: Pick<StoredFile, 'mediaType'>): boolean =>
  mediaType !== null && /^image\/(?:jpeg|png|gif|webp)$/.test(mediaType);

export const contentUrl = (id: string): string => `/api/files/${id}/content`;

/** Whether the file has readable text. */
export const hasText = ({ textState }: Pick<StoredFile, 'textState'>): boolean =>
  textState === 'read' || textState === 'partly';

/** The height of a message's files in pixels, before they are rendered: pictures in a row, documents in a column. */
export function heightOf(files: readonly AttachedFile[]): number {
  const pictures = files.filter((file) => !isDeleted(file) && isShownPicture(file)).length;
  const documents = files.length - pictures;
  return (pictures > 0 ? pictureHeight + gap : 0) + documents * (chipHeight + gap);
}

/** In pixels. */
export const pictureHeight = 176;
const chipHeight = 58;
const gap = 8;
