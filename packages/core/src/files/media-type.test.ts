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

test('the size of a picture is in its header', () => {
  const picture = (hex: string) =>
    kindOf(Buffer.from(hex.replaceAll(' ', '').padEnd(80, '0'), 'hex'), 'photo');
  const webp = (chunk: string, hex: string) =>
    picture(
      `${Buffer.from('RIFFsizeWEBP').toString('hex')} ${Buffer.from(chunk).toString('hex')} 00000000 ${hex}`,
    );
  expect([
    picture('ffd8 ffe0 0004 0000 ffc4 0003 00 ffc2 000b 08 0303 0407'),
    webp('VP8X', '00 000000 060400 020300'),
    webp('VP8L', '2f 0684c000'),
    webp('VP8 ', '000000 9d012a 0704 0303'),
  ]).toEqual([
    { mediaType: 'image/jpeg', ending: 'jpg', width: 1_031, height: 771 },
    ...Array(3).fill({ mediaType: 'image/webp', ending: 'webp', width: 1_031, height: 771 }),
  ]);
});

test('a document of Office without an ending is known by a folder in its zip', () => {
  const zip = (name: string) => Buffer.from(`PK\x03\x04${'\0'.repeat(26)}${name}`, 'latin1');
  const endings = ['word/document.xml', 'ppt/a.xml', 'xl/a.xml', 'notes.txt'].map((name) => {
    return kindOf(Buffer.concat([zip('[Content_Types].xml'), zip(name)]), 'file').ending;
  });
  expect(endings).toEqual(['docx', 'pptx', 'xlsx', 'zip']);
});
