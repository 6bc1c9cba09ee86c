import { isPicture, kindOf } from '@jarvis/core';
import { z } from 'zod';

/** A file of a message: one of ours, or its data in base64. */
export type ClientFile = { readonly id: string } | { readonly name: string; readonly data: string };

/** Text made storable: programs cut text inside a character, and read binary files. */
export const looseText = z.string().transform((text) => text.replaceAll('\u0000', '').toWellFormed());

const textPart = z
  .object({
    type: z.enum(['text', 'input_text', 'output_text', 'refusal']),
    text: z.string().nullish(),
    refusal: z.string().nullish(),
  })
  .transform(({ text, refusal }) => ({ text: text ?? refusal ?? '' }));
const address = z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)]);
const picturePart = z
  .object({
    type: z.enum(['image_url', 'input_image']),
    image_url: address.nullish(),
    file_id: z.string().nullish(),
  })
  .transform(({ image_url, file_id }) => ({ file: pictureOf(image_url, file_id) }));
const fileFields = {
  file_data: z.string().nullish(),
  file_url: z.string().nullish(),
  file_id: z.string().nullish(),
  filename: looseText.nullish(),
};
const filePart = z.union([
  z.object({ type: z.literal('input_file'), ...fileFields }).transform(fileOf),
  z
    .object({ type: z.literal('file'), file: z.object(fileFields).transform(fileOf) })
    .transform(({ file }) => file),
]);
const parts = z.union([
  looseText.transform((text) => [{ text }]),
  z.array(z.union([textPart, picturePart, filePart.transform((file) => ({ file }))])),
]);

/** Refuses audio, which a reply would only pretend to know, and addresses, which are never fetched (SSRF). */
export const content = z.unknown().transform((value, { addIssue }) => {
  const read = parts.safeParse(value ?? '');
  const texts: string[] = [];
  const files: ClientFile[] = [];
  const problems = read.success ? [] : ['must be text, or parts with text, pictures and files.'];
  for (const part of read.data ?? []) {
    if ('text' in part) texts.push(part.text);
    else if (typeof part.file === 'string') problems.push(part.file);
    else files.push(numbered(part.file, files));
  }
  for (const message of problems.slice(0, 1)) addIssue({ code: 'custom', message });
  return { text: looseText.parse(texts.join('')), files };
});

/** For messages of the program and the assistant. */
export const onlyText = 'must be text: files belong to the user’s messages and to the results of tools.';

/** Pictures have no name in a request. */
function numbered(file: ClientFile, before: readonly ClientFile[]): ClientFile {
  if ('id' in file || file.name !== '') return file;
  const kind = kindOf(beginningOf(file.data), '');
  return isPicture(kind) ? { ...file, name: `picture-${before.length + 1}.${kind.ending}` } : file;
}

/** Enough bytes to detect the kind. */
const beginningOf = (base64: string): Uint8Array => Buffer.from(base64.slice(0, 2_000), 'base64');

type FileOrRefusal = ClientFile | string;

const notFetched = 'names an address, which is not fetched: send the data itself, as a data URL.';

function pictureOf(url: string | null | undefined, id: string | null | undefined): FileOrRefusal {
  if (typeof id === 'string') return { id };
  if (!url) return 'must have a picture: `image_url` or `file_id`.';
  if (!isDataUrl(url)) return notFetched;
  const data = dataOf(url);
  if (data === undefined) return notBase64;
  if (!isPicture(kindOf(beginningOf(data), ''))) return 'must have a JPEG, PNG, GIF or WebP picture.';
  return { name: '', data };
}

type FileFields = z.output<z.ZodObject<typeof fileFields>>;

function fileOf({ file_data, file_url, file_id, filename }: FileFields): FileOrRefusal {
  if (typeof file_id === 'string') return { id: file_id };
  if (file_url || /^https?:/i.test(file_data ?? '')) return notFetched;
  if (!file_data) return 'must have a file: `file_data` or `file_id`.';
  const data = dataOf(file_data);
  return data === undefined ? notBase64 : { name: [...(filename ?? '')].slice(0, 255).join(''), data };
}

const isDataUrl = (url: string): boolean => /^data:/i.test(url);

const notBase64 = 'must have data in base64.';

/** The base64 of a data URL, or of a text that is base64 alone; undefined for any other text. */
function dataOf(text: string): string | undefined {
  const comma = text.indexOf(',');
  if (isDataUrl(text) && !/;base64$/i.test(text.slice(0, Math.max(0, comma)))) return undefined;
  const data = text.slice(comma + 1).replaceAll(/\s/g, '');
  return data === '' || /[^\w+/=-]/.test(data) ? undefined : data;
}
