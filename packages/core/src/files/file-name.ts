import { limits } from '@jarvis/contract';
import { badRequest } from '../errors.ts';
import { bidiMarks } from '../language/one-line.ts';

const separators = /[/\\\p{Cc}\u2028\u2029]/gu;

/**
 * A name as it is kept: NFC, without a folder, control characters and marks of direction; empty where none was given.
 * Throws badRequest when it has more than 255 characters.
 */
export function fileName(given = ''): string {
  // By its code units first: normalising takes time by the square of a run of combining marks.
  if (given.length > 6 * limits.fileNameCharsMax) throw tooLong();
  const name = given.toWellFormed().normalize('NFC').replace(separators, '_').replace(bidiMarks, '').trim();
  if ([...name].length > limits.fileNameCharsMax) throw tooLong();
  return name === '.' || name === '..' ? name.replaceAll('.', '_') : name;
}

const tooLong = () => badRequest(`\`name\` must have at most ${limits.fileNameCharsMax} characters.`);
