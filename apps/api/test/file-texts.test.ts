import { execFileSync } from 'node:child_process';
import { type DocumentReader, type Pieces, readWaitingFiles } from '@jarvis/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { documentReader, documentReaderWithin } from '../src/adapters/extraction/reader.ts';
import { docx, paragraph, pdf, xlsx, zipped } from './support/documents.ts';
import { readHere } from './support/read-here.ts';
import { serviceForFile } from './support/service.ts';

const service = await serviceForFile({ overrides: { reader: readHere } });
const ada = await service.signedUp();

beforeEach(() => service.deps.clock.advance(61));

async function read(name: string, bytes: Uint8Array | string) {
  const sent = await ada.request('POST', `/api/files?name=${name}`, Buffer.from(bytes as Uint8Array));
  const { id } = sent.body.file;
  await readWaitingFiles(service.deps);
  const { file } = (await ada.get(`/api/files/${id}`)).body;
  const page = (n: number) => ada.get(`/api/files/${id}/text?page=${n}`);
  const first = await page(1);
  return { file, page, text: first.body.text as string | undefined, first };
}

describe('the text', () => {
  it('of a PDF is read by pages', async () => {
    const pages = ['The first page.\nIt has two lines.', 'Zweite Seite, ganz kurz.', 'Third.'].map(
      (text) => `${text}\n${'More words, so that nobody takes it for a picture of a page. '.repeat(2)}`,
    );
    const { file, page, first } = await read('plan.pdf', pdf(pages));
    expect(file).toMatchObject({
      mediaType: 'application/pdf',
      textState: 'read',
      textReason: null,
      pages: 3,
    });
    expect(first.body).toMatchObject({ page: 1, pages: 3 });
    expect(first.body.text).toMatch(/^The first page\.\nIt has two lines\./);
    expect((await page(2)).body.text).toMatch(/^Zweite Seite/);
    expect((await page(4)).body).toEqual({ error: 'Page not found.' });
    const divided =
      'A conver-\nsation that is read-\nonly. It is read-only, and nothing else was said by either of us at all today.';
    expect((await read('lines.pdf', pdf([divided]))).text).toMatch(
      /^A conversation\nthat is read-only\.\nIt is read-only, and/,
    );
    for (const n of ['0', 'x', '1.5'])
      expect((await ada.get(`/api/files/${file.id}/text?page=${n}`)).status).toBe(400);
  });

  it('of Word, slides, OpenDocument and e-books is read in order, without deleted text', async () => {
    const word = docx(
      `${paragraph('Grüße &amp; Dank')}<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom><w:r><w:t>kept</w:t></w:r></w:p><w:tbl><w:tr><w:tc>${paragraph('a')}</w:tc><w:tc>${paragraph('b')}</w:tc></w:tr></w:tbl>`,
    );
    expect((await read('a.docx', word)).text).toBe('Grüße & Dank\nkept\na\tb');
    const stops =
      '<w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr><w:r><w:t>To</w:t><w:tab/><w:t>Mia</w:t></w:r></w:p>';
    expect((await read('b.docx', docx(stops.repeat(2)))).text).toBe('To\tMia\nTo\tMia');
    const slide = (text: string) =>
      `<p:sld><a:p><a:pPr><a:tabLst><a:tab pos="9"/></a:tabLst></a:pPr><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;
    const slides = await read(
      'a.pptx',
      zipped({
        'ppt/slides/slide10.xml': slide('ten'),
        'ppt/slides/slide2.xml': slide('two'),
        'ppt/slides/_rels/slide10.xml.rels':
          '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/notesSlide" Target="../notesSlides/notesSlide2.xml"/></Relationships>',
        'ppt/notesSlides/notesSlide2.xml': slide('noted'),
      }),
    );
    expect([slides.text, (await slides.page(2)).body.text, slides.file.pages]).toEqual([
      'two',
      'ten\n\nnoted',
      2,
    ]);
    const open = zipped({
      'content.xml':
        '<office:document-content><text:h>Title</text:h><text:p>One<text:s text:c="2"/>two</text:p></office:document-content>',
    });
    expect((await read('a.odt', open)).text).toBe('Title\nOne  two');
    const shown = ['one', 'two'].map((text) => `<draw:page><text:p>${text}</text:p></draw:page>`);
    const odp = await read(
      'a.odp',
      zipped({ 'content.xml': `<office:body>${shown.join('')}</office:body>` }),
    );
    expect([odp.text, (await odp.page(2)).body.text, odp.file.pages]).toEqual(['one', 'two', 2]);
    const book = await read(
      'a.epub',
      zipped({
        mimetype: 'application/epub+zip',
        'META-INF/container.xml': '<container><rootfile full-path="OPS/a.opf"/></container>',
        'OPS/a.opf':
          '<package><manifest><item id="x" href="text/b.xhtml"/><item id="y" href="text/a%20a.xhtml"/></manifest><spine><itemref idref="y"/><itemref idref="x"/></spine></package>',
        'OPS/text/a a.xhtml':
          '<html><head><title>t</title></head><body><p>First</p><script>x()</script></body></html>',
        'OPS/text/b.xhtml': '<html><body><p>Second</p></body></html>',
      }),
    );
    expect([book.text, (await book.page(2)).body.text]).toEqual(['First', 'Second']);
  });

  it('of a spreadsheet has every row with its number, and dates as dates', async () => {
    const rows = Array.from(
      { length: 9_000 },
      (_, i) => `<row r="${i + 1}"><c r="A${i + 1}" t="s"><v>0</v></c><c r="C${i + 1}"><v>${i}</v></c></row>`,
    );
    const last =
      '<row r="9001"><c r="A9001" s="1"><v>46022</v></c><c r="B9001" t="inlineStr"><is><t>in</t></is></c><c r="C9001"><v>847.4299999999999</v></c><c r="D9001"><v>1e-3</v></c></row>';
    const { file, text = '' } = await read('costs.xlsx', xlsx(rows.join('') + last, ['Rent']));
    expect(file.textState).toBe('read');
    const lines = text.split('\n');
    expect(lines.slice(0, 3)).toEqual(['Costs', '1\tRent\t\t0', '2\tRent\t\t1']);
    expect(lines.filter((line) => line.includes('Rent'))).toHaveLength(9_000);
    expect(lines.at(-1)).toBe('9001\t2025-12-31\tin\t847.43\t1e-3');
  });

  it('of a spreadsheet has elapsed times as such, not as dates', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="[h]:mm"/><numFmt numFmtId="165" formatCode="[$-407][mm]\\:ss"/><numFmt numFmtId="166" formatCode="[s]"/><numFmt numFmtId="167" formatCode="[Red]hh:mm"/><numFmt numFmtId="168" formatCode="_-* #,##0.00\\ _D_M_-"/></numFmts><cellXfs><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="46"/><xf numFmtId="167"/><xf numFmtId="168"/></cellXfs>';
    const days = [27.5 / 24, 225 / 86_400, -0.25, 100 / 24, 0.5, 42];
    const cells = days.map((value, style) => `<c s="${style}"><v>${value}</v></c>`);
    const { text } = await read('hours.xlsx', xlsx(`<row>${cells.join('')}</row>`, [], styles));
    expect(text).toBe('Costs\n1\t27:30\t0:03:45\t-6:00\t100:00\t12:00:00\t42');
  });

  it('of a spreadsheet has the cells at its far end, and each repeated row', async () => {
    const far =
      '<row r="1"><c r="A1"><v>1</v></c><c r="ALL1"><v>2</v></c><c r="ALM1"><v>3</v></c></row><row r="1048576"><c r="XFD1048576"><v>4</v></c></row>';
    const lines = (await read('far.xlsx', xlsx(far))).text?.split('\n');
    expect(lines).toEqual(['Costs', `1\t1${'\t'.repeat(999)}2\tALM: 3`, '1048576\tXFD: 4']);
    const repeated =
      '<table:table table:name="A"><table:table-row table:number-rows-repeated="20000"><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row></table:table>';
    const { text, file } = await read('a.ods', zipped({ 'content.xml': repeated }));
    expect([text?.split('\n').at(-1), file.textState]).toEqual(['20000\tx', 'read']);
    const commented =
      '<table:table table:name="A"><table:table-row><table:table-cell office:value="800"><office:annotation><text:p>Check</text:p></office:annotation><text:p>800</text:p></table:table-cell></table:table-row></table:table>';
    expect((await read('b.ods', zipped({ 'content.xml': commented }))).text).toBe('A\n1\t800');
  });

  it('of a document that was read in part says that a later page was not read', async () => {
    const { file, page, first } = await read(
      'long.pdf',
      pdf(Array(302).fill('A page with words. '.repeat(10))),
    );
    expect(file).toMatchObject({ textState: 'partly', textReason: 'too large', pages: 302 });
    expect(first.body.pages).toBe(300);
    expect((await page(300)).status).toBe(200);
    const beyond = await page(301);
    expect([beyond.status, beyond.body.error]).toEqual([
      404,
      'This page was not read. It is too large to be read.',
    ]);
  });

  it('of text and HTML is read in its encoding, in pages of 20,000 characters', async () => {
    expect((await read('a.txt', Buffer.from('Größe', 'latin1'))).text).toBe('Größe');
    expect((await read('a.txt', Buffer.from('\ufeffGröße', 'utf16le'))).text).toBe('Größe');
    const html =
      '<html><head><style>p{}</style></head><body><h1>Plan</h1><script>steal()</script><p>Nine &euro;</p></body></html>';
    expect((await read('a.html', html)).text).toBe('Plan\n\nNine €');
    const code = '<p>Say:</p><pre>if x:\n    go()</pre><p>as\n  text';
    expect((await read('code.html', code)).text).toBe('Say:\n\nif x:\n    go()\n\nas text');
    const page = (declaration: string) => `<html>${declaration}<p>Größe`;
    for (const [declaration, encoding] of [
      ['', 'utf8'],
      ['', 'latin1'],
      ['<meta charset="iso-8859-1">', 'latin1'],
      ['<meta charset="iso-8859-1">', 'utf8'],
      ['<meta charset="utf-16">', 'utf8'],
    ] as const)
      expect((await read('a.html', Buffer.from(page(declaration), encoding))).text).toBe('Größe');
    const cyrillic = Buffer.from('<meta charset="windows-1251"><p>\xc4\xe0', 'latin1');
    expect((await read('a.html', cyrillic)).text).toBe('Да');
    const sentence = 'A line of some length that ends here. ';
    const long = await read('long.md', sentence.repeat(1_200));
    const pages = [long.text ?? '', (await long.page(2)).body.text, (await long.page(3)).body.text];
    expect(pages.join('')).toBe(sentence.repeat(1_200).trim());
    expect(pages[0]?.length).toBeLessThanOrEqual(20_000);
    expect([long.first.body.pages, long.file.pages]).toEqual([3, null]);
  });

  it('is reported as not read yet, or missing with the reason', async () => {
    const sent = await ada.request('POST', '/api/files?name=a.txt', 'Plan');
    const early = await ada.get(`/api/files/${sent.body.file.id}/text`);
    expect([sent.body.file.textState, early.status, early.headers.get('retry-after')]).toEqual([
      'waiting',
      409,
      '1',
    ]);
    const binary = await read('a.bin', new Uint8Array([0, 1, 2]));
    expect([binary.first.status, binary.first.body.error]).toEqual([
      404,
      'This file has no text. Files of its type cannot be read.',
    ]);
    const rich = await read('letter.rtf', '{\\rtf1\\ansi Dear all,\\par}');
    expect(rich.file).toMatchObject({
      mediaType: 'application/rtf',
      textState: 'failed',
      textReason: 'unsupported',
    });
    expect(rich.first.body.error).toBe('This file has no text. Files of its type cannot be read.');
    const other = zipped({ 'word/document.xml': '<html><p><t>Not by Word.</t></p></html>' });
    expect((await read('a.docx', other)).file).toMatchObject({ textState: 'failed', textReason: 'damaged' });
    const scan = await read('scan.pdf', pdf(['', '']));
    expect(scan.file).toMatchObject({ textState: 'failed', textReason: 'scanned', pages: 2 });
    const bob = await service.signedUp();
    expect((await bob.get(`/api/files/${sent.body.file.id}/text`)).body).toEqual({
      error: 'File not found.',
    });
  });
});

/** The bytes of a document, after which the reading process gets a signal. */
async function* thenSent(signal: NodeJS.Signals, bytes: Pieces) {
  yield* bytes;
  const mine = new RegExp(`^ *(\\d+) +${process.pid} .*extraction/child\\.ts `, 'm');
  const [, pid] = mine.exec(execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })) ?? [];
  process.kill(Number(pid), signal);
}

/** Reads all waiting documents with this reader, whose processes get a signal; then every document may be tried again. */
async function readWhileSending(signal: NodeJS.Signals, { read }: Pick<DocumentReader, 'read'>) {
  const reader = {
    ...documentReader,
    read: (mediaType: string, bytes: Pieces) => read(mediaType, thenSent(signal, bytes)),
  };
  await readWaitingFiles({ ...service.deps, reader });
  await service.deps.db.run('update files set claimed_until = null', []);
}

describe('a reader that does not finish', () => {
  it.each([
    ['', 'null'],
    [', also when its clock was ahead', "now() + interval '1 year'"],
  ])('that was killed from outside leaves the document to be read again%s', async (_, claimedUntil) => {
    const sent = await ada.request('POST', '/api/files?name=a.txt', 'Plan');
    const { id } = sent.body.file;
    const stateOf = async () => (await ada.get(`/api/files/${id}`)).body.file.textState;
    await readWaitingFiles({
      ...service.deps,
      reader: {
        ...documentReader,
        read: (mediaType, bytes) => documentReader.read(mediaType, thenSent('SIGKILL', bytes)),
      },
    });
    expect(await stateOf()).toBe('waiting');
    await service.deps.db.run(`update files set claimed_until = ${claimedUntil} where id = $1`, [id]);
    await readWaitingFiles({ ...service.deps, reader: documentReader });
    expect(await stateOf()).toBe('read');
  });

  it('because it gets no processor time says nothing about the document, however often', async () => {
    const { id } = (await ada.request('POST', '/api/files?name=a.txt', 'Plan')).body.file;
    const impatient = documentReaderWithin({ deadlineMs: 18_000, killAfterMs: 1_500 });
    for (let tries = 0; tries < 3; tries += 1) await readWhileSending('SIGSTOP', impatient);
    await readWaitingFiles({ ...service.deps, reader: documentReader });
    expect((await ada.get(`/api/files/${id}`)).body.file.textState).toBe('read');
  });

  it('by its deadline finds the document too large', async () => {
    const reader = documentReaderWithin({ deadlineMs: 10, killAfterMs: 50_000 });
    const { problem } = await reader.read('application/pdf', [pdf(Array(300).fill('A page with words.'))]);
    expect(problem).toBe('too large');
  });

  it('because bytes are missing reports so, and stores no text', async () => {
    async function* cutShort() {
      yield Buffer.from('The first half.');
      throw new Error('the database is gone');
    }
    await expect(documentReader.read('text/plain', cutShort())).rejects.toThrow('the database is gone');
  });
});

describe('a hostile file', () => {
  it('reads no file and fetches no address: its own entities are empty', async () => {
    const asked = docx(
      `${paragraph('before &x; &y; after')}<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y SYSTEM "${service.url}/api/health">]>`,
    );
    const { text } = await read('a.docx', asked);
    expect(text).toMatch(/^before &x; &y; after/);
    expect(text).not.toMatch(/root:|operational/);
  });

  it('that ends its reader twice is not tried again', async () => {
    const { id } = (await ada.request('POST', '/api/files?name=a.txt', 'Plan')).body.file;
    for (let tries = 0; tries < 2; tries += 1) await readWhileSending('SIGKILL', documentReader);
    await readWaitingFiles(service.deps);
    expect((await ada.get(`/api/files/${id}`)).body.file).toMatchObject({
      textState: 'failed',
      textReason: 'too large',
    });
  });
});
