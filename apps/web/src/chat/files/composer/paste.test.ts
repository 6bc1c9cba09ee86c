import { limits } from '@jarvis/contract/limits';
import { expect, test } from 'vitest';
import { readPaste } from './paste.ts';

test('files are taken only if there is no text beside them', () => {
  expect(readPaste('', ['shot.png'])).toEqual({ kind: 'files', files: ['shot.png'] });
  expect(readPaste(' \n', ['shot.png'])).toEqual({ kind: 'files', files: ['shot.png'] });
  expect(readPaste('A1\tB1', ['cells.png'])).toEqual({ kind: 'text' });
  expect(readPaste('', [])).toEqual({ kind: 'text' });
});

test('text is offered as a file only if it is longer than a message, as counted in the field', () => {
  const most = 'a'.repeat(limits.chatMessageCharsMax);
  expect(readPaste(most, [])).toEqual({ kind: 'text' });
  expect(readPaste('😀'.repeat(limits.chatMessageCharsMax), [])).toEqual({ kind: 'text' });
  expect(readPaste(`${most}\r\nb\rc`, ['cells.png'])).toEqual({ kind: 'longText', text: `${most}\nb\nc` });
});
