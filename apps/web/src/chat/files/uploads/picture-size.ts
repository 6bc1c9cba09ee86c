import { limits } from '@jarvis/contract/limits';

/** In pixels. Larger pictures are scaled down; models do not see more. */
const pictureSideMax = 2_048;

/** It may be animated, and contains no EXIF data. */
const asItIs = 'image/gif';
const withAlpha = ['image/png', 'image/webp', 'image/avif', 'image/gif'];

/** Whether a file is a picture to redraw; some browsers do not know the type of HEIC. */
export const isPicture = ({ type, name }: { type: string; name: string }): boolean =>
  (type.startsWith('image/') && type !== 'image/svg+xml') || isHeic({ type, name });

export const isHeic = ({ type, name }: { type: string; name: string }): boolean =>
  /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

/** Whether a picture is sent unchanged. */
export const staysAsItIs = (
  type: string,
  { bytes, width, height }: { bytes: number; width: number; height: number },
): boolean => type === asItIs && bytes <= limits.pictureBytesMax && Math.max(width, height) <= pictureSideMax;

/** The size for redrawing: never larger, and at least a pixel. */
export function drawnSize(width: number, height: number): Record<'width' | 'height', number> {
  const scale = Math.min(1, pictureSideMax / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/**
 * The formats to try, in order, until the result is small enough: redrawing removes EXIF data with the location. A
 * photo stays a JPEG; a picture with possible transparency stays a PNG if it is small.
 */
export function formsFor(
  type: string,
): readonly { readonly type: 'image/png' | 'image/jpeg'; readonly quality?: number }[] {
  const photo = [
    { type: 'image/jpeg', quality: 0.9 },
    { type: 'image/jpeg', quality: 0.7 },
  ] as const;
  return withAlpha.includes(type) ? [{ type: 'image/png' }, ...photo] : photo;
}

/** The name with the extension of the new format. */
export function drawnName(name: string, type: string): string {
  const ending = type === 'image/png' ? 'png' : 'jpg';
  if (ending === 'jpg' && /\.jpe?g$/i.test(name)) return name;
  const stem = name.replace(/\.[a-z0-9]{1,5}$/i, '') || 'picture';
  return name.toLowerCase().endsWith(`.${ending}`) ? name : `${stem}.${ending}`;
}
