/** A page in which an expression is evaluated; of a promise, what it resolves to. */
interface Page {
  evaluate(expression: string): Promise<unknown>;
}

export interface GivenFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/**
 * Pastes files into the composer, or drops them on the page, as a browser would. `text`: the copied text beside them.
 */
export async function handFiles(
  page: Page,
  how: 'paste' | 'drop',
  files: readonly GivenFile[],
  text = '',
): Promise<void> {
  const given = files.map(({ bytes, ...file }) => ({ ...file, base64: bytes.toString('base64') }));
  await page.evaluate(`(() => {
    const data = new DataTransfer();
    for (const { name, type, base64 } of ${JSON.stringify(given)})
      data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name, { type }));
    if (${JSON.stringify(text)} !== '') data.setData('text/plain', ${JSON.stringify(text)});
    const how = { bubbles: true, cancelable: true };
    if (${how === 'paste'}) {
      // Firefox takes no clipboardData for a ClipboardEvent.
      const paste = Object.defineProperty(new Event('paste', how), 'clipboardData', { value: data });
      document.querySelector('#composer').dispatchEvent(paste);
    } else {
      for (const type of ['dragenter', 'dragover', 'drop'])
        document.querySelector('main').dispatchEvent(new DragEvent(type, { ...how, dataTransfer: data }));
    }
  })()`);
}

/** A photo as a phone takes it: larger than is sent, and with its place in its EXIF data. */
export async function photo(page: Page, name: string): Promise<GivenFile> {
  const base64 = await page.evaluate(`(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 3000;
    canvas.height = 2000;
    const context = canvas.getContext('2d');
    context.fillStyle = 'teal';
    context.fillRect(0, 0, 3000, 2000);
    return canvas.toDataURL('image/jpeg').split(',')[1];
  })()`);
  const jpeg = Buffer.from(String(base64), 'base64');
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), Buffer.from('GPSLatitude 45.0703')]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(exif.length + 2);
  const bytes = Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xe1]),
    length,
    exif,
    jpeg.subarray(2),
  ]);
  return { name, type: 'image/jpeg', bytes };
}

export const textFile = (name: string, text: string): GivenFile => ({
  name,
  type: 'text/plain',
  bytes: Buffer.from(text),
});
