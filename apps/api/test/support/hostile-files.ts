import { deflateSync } from 'node:zlib';
import { whole } from '@jarvis/testkit/whole';
import { docx, paragraph, pdf, xlsx, zipped } from './documents.ts';

/** Each form draws the next one ten times. */
function formsOfForms(levels: number): Buffer {
  const form = (n: number, drawn: string) =>
    `${100 + n} 0 obj <</Type/XObject/Subtype/Form/BBox[0 0 600 850]/Resources<</Font<</F1 3 0 R>>/XObject<</X ${101 + n} 0 R>>>>/Length ${drawn.length}>> stream\n${drawn}\nendstream endobj`;
  const forms = Array.from({ length: levels }, (_, n) => form(n, '/X Do '.repeat(10)));
  const drawn = '/X Do';
  return Buffer.from(
    `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[10 0 R]/Count 1>> endobj
3 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
10 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 600 850]/Resources<</XObject<</X 100 0 R>>>>/Contents 11 0 R>> endobj
11 0 obj <</Length ${drawn.length}>> stream\n${drawn}\nendstream endobj
${[...forms, form(levels, 'BT /F1 12 Tf (Some words, again and again.) Tj ET')].join('\n')}
trailer <</Root 1 0 R>>
%%EOF`,
  );
}

/** A page whose drawing is mostly spaces. */
function packedPage(bytes: number): Buffer {
  const drawn = deflateSync(Buffer.concat([Buffer.alloc(bytes, ' '), Buffer.from('BT (x) Tj ET')]));
  const before = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[10 0 R]/Count 1>> endobj
10 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 600 850]/Contents 11 0 R>> endobj
11 0 obj <</Filter/FlateDecode/Length ${drawn.length}>> stream\n`;
  return Buffer.concat([
    Buffer.from(before),
    drawn,
    Buffer.from('\nendstream endobj\ntrailer <</Root 1 0 R>>\n%%EOF'),
  ]);
}

/** Makes the sizes in the directory of a zip small. */
function lying(zip: Buffer): Buffer {
  const lied = Buffer.from(zip);
  for (let at = lied.indexOf('PK\x01\x02'); at >= 0; at = lied.indexOf('PK\x01\x02', at + 4))
    lied.writeUInt32LE(5, at + 24);
  return lied;
}

/** Only the beginning of a compound file, and an entry of its directory. */
function compoundFile(entry: string): Buffer {
  const bytes = Buffer.alloc(2_048);
  bytes.write('d0cf11e0a1b11ae1', 'hex');
  bytes.write(entry, 512 + 3 * 128, 'utf16le');
  return bytes;
}

/** A book of one chapter, with a list of encrypted entries. */
const lockedBook = (entry: string) =>
  zipped({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfile full-path="OPS/a.opf"/></container>',
    'META-INF/encryption.xml': `<encryption><enc:EncryptedData><enc:CipherData><enc:CipherReference URI="${entry}"/></enc:CipherData></enc:EncryptedData></encryption>`,
    'OPS/a.opf':
      '<package><manifest><item id="x" href="a%20a.html"/></manifest><spine><itemref idref="x"/></spine></package>',
    'OPS/a a.html': '<p>One.</p>',
  });

const deep = `${'<w:p>'.repeat(100_000)}x`;
const encryptedPdf = pdf(['secret'], {
  trailer: `/Encrypt 4 0 R /ID[<00><00>]`,
  objects: `4 0 obj <</Filter/Standard/V 1/R 2/O<${'11'.repeat(32)}>/U<${'22'.repeat(32)}>/P -4>> endobj`,
});
const circle = Buffer.from(
  '%PDF-1.4\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n2 0 obj <</Type/Pages/Kids[2 0 R]/Count 200000>> endobj\ntrailer <</Root 1 0 R>>',
);
const table = (cells: number) =>
  `<w:tbl><w:tr>${`<w:tc>${paragraph('ab')}</w:tc>`.repeat(cells)}</w:tr></w:tbl>`;
const laughs = `<!DOCTYPE a [<!ENTITY a "ha">${[...'bcdefghi']
  .map((name, i) => `<!ENTITY ${name} "${`&${'abcdefgh'[i]};`.repeat(10)}">`)
  .join('')}]>`;
/** Its effect, its name, its bytes, and why not all of it is read: null if all of it is. */
type HostileFile = readonly [what: string, name: string, bytes: () => Uint8Array, reason: string | null];

/** Files that need a process with its own limits: they end it by memory, or take seconds. */
export const heavyFiles: readonly HostileFile[] = [
  [
    'that unpacks to one long word',
    'a.docx',
    () => docx(paragraph('x'.repeat(40 * 1024 * 1024))),
    'too large',
  ],
  ['of forms that draw each other', 'a.pdf', () => formsOfForms(12), 'too large'],
  ...(whole
    ? ([
        ['that unpacks to 250 MB', 'a.docx', () => docx(' '.repeat(250 * 1024 * 1024)), 'too large'],
        ['of a page that unpacks to 300 MB', 'a.pdf', () => packedPage(300 * 1024 * 1024), 'too large'],
      ] satisfies HostileFile[])
    : []),
];

/** Files that the readers of the formats end themselves. */
export const hostileFiles: readonly HostileFile[] = [
  ['that is nested 100,000 deep', 'a.docx', () => docx(deep), 'too large'],
  [
    'with 6,000 entries',
    'a.docx',
    () => zipped(Object.fromEntries(Array.from({ length: 6_000 }, (_, i) => [`e${i}`, '']))),
    'too large',
  ],
  ['with entries that are encrypted', 'a.docx', () => zipped({ 'word/document.xml': 'x' }, 1), 'encrypted'],
  ['that Word has encrypted', 'a.docx', () => compoundFile('EncryptedPackage'), 'encrypted'],
  ['of Word before 2007', 'a.doc', () => compoundFile('WordDocument'), 'unsupported'],
  ...['odt', 'ods'].map(
    (ending): HostileFile => [
      'that OpenDocument has encrypted',
      `a.${ending}`,
      () =>
        zipped({
          'META-INF/manifest.xml':
            '<manifest:manifest><manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>',
          'content.xml': '\x01\x02',
        }),
      'encrypted',
    ],
  ),
  ['whose chapters are encrypted', 'a.epub', () => lockedBook('OPS/a%20a.html'), 'encrypted'],
  ['whose fonts alone are encrypted', 'a.epub', () => lockedBook('OPS/a.otf'), null],
  ['that is cut off', 'a.docx', () => docx(paragraph('x')).subarray(0, 100), 'damaged'],
  [
    'with a cell at the far end',
    'a.xlsx',
    () => xlsx('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
    null,
  ],
  ['that is encrypted', 'a.pdf', () => encryptedPdf, 'encrypted'],
  ['of a circle of 200,000 pages', 'a.pdf', () => circle, 'scanned'],
  [
    'of 2,000 pages',
    'a.pdf',
    () => pdf(Array(2_000).fill('A line that has some words in it. '.repeat(4))),
    'too large',
  ],
  [
    'with a cell that is repeated without end',
    'a.ods',
    () =>
      zipped({
        mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
        'content.xml':
          '<table:table table:name="A"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row></table:table>',
      }),
    'too large',
  ],
  [
    'with half a million cells in a row',
    'a.xlsx',
    () => xlsx(`<row r="1">${'<c><v>1</v></c>'.repeat(500_000)}</row>`),
    'too large',
  ],
  ['with entities that multiply', 'a.docx', () => docx(`${laughs}${paragraph('&i;')}`), null],
  [
    'whose chapters are one chapter, over and over',
    'a.epub',
    () =>
      zipped({
        mimetype: 'application/epub+zip',
        'META-INF/container.xml': '<container><rootfile full-path="a.opf"/></container>',
        'a.opf': `<package><manifest><item id="x" href="x.html"/></manifest><spine>${'<itemref idref="x"/>'.repeat(100_000)}</spine></package>`,
        'x.html': '<p>Again.</p>',
      }),
    'too large',
  ],
  ['of 200,000 open elements', 'a.html', () => Buffer.from('<div>'.repeat(200_000)), 'too large'],
  ['of one tag that does not end', 'a.html', () => Buffer.from(`<a ${'b="c" '.repeat(2_000_000)}`), null],
  ['of 300,000 cells', 'a.docx', () => docx(table(300_000)), null],
  ['of one line of 20 MB', 'a.txt', () => Buffer.alloc(20 * 1024 * 1024, 'x'), 'too large'],
  ['of half of UTF-16', 'a.txt', () => Buffer.from([0xff, 0xfe, 0x41, 0x00, 0x00, 0xd8, 0x42]), null],
  [
    'that is a PDF and a zip',
    'a.docx',
    () => Buffer.concat([pdf(['A page of a PDF with some words.']), docx(paragraph('And a letter.'))]),
    null,
  ],
  [
    'with entries that lie about their size',
    'a.docx',
    () => lying(docx(paragraph('x'.repeat(1_000)))),
    'damaged',
  ],
  [
    'with names that lead out of it',
    'a.docx',
    () => zipped({ '../../etc/passwd': 'x', '/word/document.xml': 'x' }),
    'damaged',
  ],
  ['of garbage', 'a.pdf', () => Buffer.from(`%PDF-1.7\n${'\x01garbage '.repeat(1_000)}`), 'damaged'],
];
