import { crc32, deflateRawSync } from 'node:zlib';

/** A zip of entries, each deflated; `flags` of all of them. */
export function zipped(entries: Readonly<Record<string, string | Uint8Array>>, flags = 0): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(entries)) {
    const bytes = Buffer.from(content as Uint8Array);
    const packed = deflateRawSync(bytes);
    const described = Buffer.alloc(26);
    described.writeUInt16LE(20, 0);
    described.writeUInt16LE(flags, 2);
    described.writeUInt16LE(8, 4);
    described.writeUInt32LE(crc32(bytes), 10);
    described.writeUInt32LE(packed.length, 14);
    described.writeUInt32LE(bytes.length, 18);
    described.writeUInt16LE(Buffer.byteLength(name), 22);
    local.push(Buffer.from('PK\x03\x04'), described, Buffer.from(name), packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), described, rest, Buffer.from(name));
    at += 30 + Buffer.byteLength(name) + packed.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(Object.keys(entries).length, 8);
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...local, ...directory, end]);
}

/** A PDF with a page for each text; `trailer` and further objects are inserted unchanged. */
export function pdf(pages: readonly string[], { trailer = '', objects = '' } = {}): Buffer {
  const kids = pages.map((_, i) => `${10 + 2 * i} 0 R`).join(' ');
  const bodies = [
    `1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj`,
    `2 0 obj <</Type/Pages/Kids[${kids}]/Count ${pages.length}>> endobj`,
    `3 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj`,
    ...pages.flatMap((text, i) => {
      const lines = text.split('\n').map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`);
      const drawn = `BT /F1 12 Tf 14 TL 50 800 Td ${lines.join(' ')} ET`;
      const [page, stream] = [10 + 2 * i, 11 + 2 * i];
      return [
        `${page} 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 600 850]/Resources<</Font<</F1 3 0 R>>>>/Contents ${stream} 0 R>> endobj`,
        `${stream} 0 obj <</Length ${drawn.length}>> stream\n${drawn}\nendstream endobj`,
      ];
    }),
    objects,
  ];
  return Buffer.from(`%PDF-1.4\n${bodies.join('\n')}\ntrailer <</Root 1 0 R ${trailer}>>\n%%EOF`);
}

export const docx = (body: string): Buffer =>
  zipped({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
  });

export const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

const plainAndDate = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>';

/** A workbook of one sheet with these rows as markup; style 1 is a date unless there are others. */
export const xlsx = (rows: string, strings: readonly string[] = [], styles = plainAndDate): Buffer =>
  zipped({
    'xl/workbook.xml': '<workbook><sheets><sheet name="Costs" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  });
