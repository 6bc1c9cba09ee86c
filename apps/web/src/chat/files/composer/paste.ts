import { limits } from '@jarvis/contract/limits';

/** How to handle a paste. */
export type Paste<File> =
  | { readonly kind: 'text' }
  | { readonly kind: 'files'; readonly files: readonly File[] }
  /** Text that is too long for a message: it is pasted, and offered as a file. */
  | { readonly kind: 'longText'; readonly text: string };

/** Files win only without text: Word and Excel add a picture of the copied text. */
export function readPaste<File>(text: string, files: readonly File[]): Paste<File> {
  if (text.trim() === '') return files.length > 0 ? { kind: 'files', files } : { kind: 'text' };
  // Counting code points is slow, and there are at most as many as code units.
  const isLong = text.length > limits.chatMessageCharsMax && [...text].length > limits.chatMessageCharsMax;
  return isLong ? { kind: 'longText', text: text.replace(/\r\n?/g, '\n') } : { kind: 'text' };
}
