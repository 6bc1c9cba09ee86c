import { expect, test } from 'vitest';
import { kindOf } from './media-type.ts';

test('a PDF may begin with other bytes; a text that mentions its mark is a text', () => {
  const typeOf = (content: string, name = '') => kindOf(Buffer.from(content, 'latin1'), name).mediaType;
  expect(typeOf('%PDF-1.4\n1 0 obj')).toBe('application/pdf');
  expect(typeOf('\n\n%PDF-1.4\n1 0 obj', 'Plan.PDF')).toBe('application/pdf');
  expect(typeOf('HTTP/1.1 200 OK\n\n%PDF-1.4\n\0\x01')).toBe('application/pdf');
  expect(typeOf("if (bytes.includes('%PDF-'))", 'kind.ts')).toBe('text/plain');
  expect(typeOf('# Files\n\nA PDF begins with %PDF-1.7', 'files.md')).toBe('text/markdown');
});
