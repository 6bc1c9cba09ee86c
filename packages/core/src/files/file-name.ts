import { limits } from '@jarvis/contract';
import { refusedField } from '../errors.ts';
import { bidiMarks } from '../text/one-line.ts';

const separators = /[/\\\p{Cc}\u2028\u2029]/gu;

/**
 * A name in its stored form: NFC, without folders, control characters and direction marks; empty if no name was given.
 * Throws badRequest for more than 255 characters.
 */
export function fileName(given = ''): string {
  // Checks the code units first: normalising a run of combining marks takes quadratic time.
  if (given.length > 6 * limits.fileNameCharsMax) throw tooLong();
  const name = given.toWellFormed().normalize('NFC').replace(separators, '_').replace(bidiMarks, '').trim();
  if ([...name].length > limits.fileNameCharsMax) throw tooLong();
  return name === '.' || name === '..' ? name.replaceAll('.', '_') : name;
}

const tooLong = () =>
  refusedField('name', `\`name\` must have at most ${limits.fileNameCharsMax} characters.`);
