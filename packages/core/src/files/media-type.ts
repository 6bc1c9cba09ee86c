/** The kind of a file, by its first bytes. */
export interface FileKind {
  readonly mediaType: string;
  /** The usual extension, without the dot. */
  readonly ending: string;
  readonly width: number | null;
  readonly height: number | null;
}

const unsized = (mediaType: string, ending: string): FileKind => ({
  mediaType,
  ending,
  width: null,
  height: null,
});
const text = (bytes: Uint8Array, from: number, to: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, to);
const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Detects the kind from a file's first part; the name decides only between kinds with the same signature (zip, text).
 */
export function kindOf(bytes: Uint8Array, name: string): FileKind {
  const start = text(bytes, 0, 16);
  const ending = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return picture('png', pngSize(bytes));
  if (start.startsWith('\xff\xd8\xff')) return picture('jpeg', jpegSize(bytes));
  if (/^GIF8[79]a/.test(start)) return picture('gif', bytes.length < 10 ? undefined : gifSize(bytes));
  if (/^RIFF.{4}WEBP/s.test(start)) return picture('webp', webpSize(bytes));
  if (isPdf(bytes, ending)) return unsized('application/pdf', 'pdf');
  if (start.startsWith(zipEntry)) return zipKind(bytes, ending);
  if (start.startsWith(compoundFile)) return unsized('application/x-ole-storage', 'bin');
  if (start.startsWith('{\\rtf')) return unsized('application/rtf', 'rtf');
  if (isText(bytes)) return textKind(ending);
  return unsized('application/octet-stream', 'bin');
}

/** Whether a file is a picture for a model, by its detected type. */
export const isPicture = ({ mediaType }: { readonly mediaType: string | null }): boolean =>
  /^image\/(?!svg)/.test(mediaType ?? '');

/** Other bytes may come before the mark, but a text that mentions it is none. */
function isPdf(bytes: Uint8Array, ending: string): boolean {
  const at = text(bytes, 0, 1_024).indexOf('%PDF-');
  return at === 0 || (at > 0 && (ending === 'pdf' || !isText(bytes)));
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const picture = (format: string, size: Size | undefined): FileKind => ({
  ...unsized(`image/${format}`, format === 'jpeg' ? 'jpg' : format),
  ...(size && size.width > 0 && size.height > 0 && size),
});

/** Signed: the format has 31 bits, and so has the column. */
function pngSize(bytes: Uint8Array): Size | undefined {
  if (bytes.length < 24) return undefined;
  return { width: view(bytes).getInt32(16), height: view(bytes).getInt32(20) };
}

const gifSize = (bytes: Uint8Array): Size => ({
  width: view(bytes).getUint16(6, true),
  height: view(bytes).getUint16(8, true),
});

/** The size is in the first frame header, after segments with stated lengths. */
function jpegSize(bytes: Uint8Array): Size | undefined {
  const data = view(bytes);
  let at = 2;
  while (at + 9 < bytes.length && data.getUint8(at) === 0xff) {
    const marker = data.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: data.getUint16(at + 7), height: data.getUint16(at + 5) };
    at += 2 + data.getUint16(at + 2);
  }
  return undefined;
}

function webpSize(bytes: Uint8Array): Size | undefined {
  if (bytes.length < 30) return undefined;
  const data = view(bytes);
  switch (text(bytes, 12, 16)) {
    case 'VP8X':
      return {
        width: 1 + (data.getUint32(23, true) >>> 8),
        height: 1 + data.getUint16(27, true) + (data.getUint8(29) << 16),
      };
    case 'VP8L': {
      const packed = data.getUint32(21, true);
      return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) };
    }
    default:
      return { width: data.getUint16(26, true) & 0x3fff, height: data.getUint16(28, true) & 0x3fff };
  }
}

const office = 'application/vnd.openxmlformats-officedocument';
const open = 'application/vnd.oasis.opendocument';
const zipTypes: Readonly<Record<string, string>> = {
  docx: `${office}.wordprocessingml.document`,
  pptx: `${office}.presentationml.presentation`,
  xlsx: `${office}.spreadsheetml.sheet`,
  odt: `${open}.text`,
  ods: `${open}.spreadsheet`,
  odp: `${open}.presentation`,
  epub: 'application/epub+zip',
  zip: 'application/zip',
};
const folders: Readonly<Record<string, string>> = { word: 'docx', ppt: 'pptx', xl: 'xlsx' };
const zipEntry = 'PK\x03\x04';
/** Office's documents of before 2007, and its encrypted ones. */
const compoundFile = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

/** By the `mimetype` entry at the beginning, then by the file's name, then by the folder of an entry. */
function zipKind(bytes: Uint8Array, named: string): FileKind {
  const [first = ''] = entryNames(bytes);
  const said = first.startsWith('mimetype')
    ? Object.keys(zipTypes).find((ending) => first.startsWith(`mimetype${zipTypes[ending]}`))
    : undefined;
  const ending = said ?? (named in zipTypes ? named : (folderIn(bytes) ?? 'zip'));
  return unsized(zipTypes[ending] ?? 'application/zip', ending);
}

function folderIn(bytes: Uint8Array): string | undefined {
  for (const name of entryNames(bytes)) {
    const [, folder] = /^(word|ppt|xl)\//.exec(name) ?? [];
    if (folder) return folders[folder];
  }
  return undefined;
}

/** The bytes at the place of each entry's name, with some bytes after it. */
function* entryNames(bytes: Uint8Array): Generator<string> {
  const all = text(bytes, 0, bytes.length);
  for (let at = all.indexOf(zipEntry); at >= 0; at = all.indexOf(zipEntry, at + 4))
    yield all.slice(at + 30, at + 130);
}

/** Text has no U+0000 in its first 8 KB, unless a byte order mark says UTF-16. */
function isText(bytes: Uint8Array): boolean {
  return isUtf16(bytes) || !bytes.subarray(0, 8_192).includes(0);
}

const isUtf16 = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);

const textTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  htm: 'text/html',
  html: 'text/html',
  json: 'application/json',
  md: 'text/markdown',
  svg: 'image/svg+xml',
  tsv: 'text/tab-separated-values',
  xhtml: 'text/html',
  xml: 'application/xml',
};

const textKind = (ending: string): FileKind =>
  unsized(textTypes[ending] ?? 'text/plain', ending in textTypes ? ending : 'txt');
