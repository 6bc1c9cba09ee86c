import { limits } from '@jarvis/contract/limits';
import { drawnName, drawnSize, formsFor, staysAsItIs } from './picture-size.ts';

/** A picture to send: small, without EXIF data, which may have the location. Null if this browser cannot decode it. */
export async function redraw(file: File): Promise<File | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  try {
    const { width, height } = picture;
    if (staysAsItIs(file.type, { bytes: file.size, width, height })) return file;
    let smallest: Blob | null = null;
    for (const { type, quality } of formsFor(file.type)) {
      smallest = await draw(picture, type, quality);
      if (smallest && smallest.size <= limits.pictureBytesMax) break;
    }
    return smallest && new File([smallest], drawnName(file.name, smallest.type), { type: smallest.type });
  } finally {
    picture.close();
  }
}

async function draw(picture: ImageBitmap, type: string, quality: number | undefined): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, drawnSize(picture.width, picture.height));
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  if (type === 'image/jpeg') {
    // Otherwise transparent areas would be black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  // Frees its memory at once: Safari limits the memory of all canvases.
  canvas.width = 0;
  return drawn;
}
