import { limits } from '@jarvis/contract/limits';
import { expect, test } from 'vitest';
import { drawnName, drawnSize, formsFor, isHeic, isPicture, staysAsItIs } from './picture-size.ts';

test('the longer side is scaled to at most 2,048 pixels, and nothing is enlarged', () => {
  expect(drawnSize(4_032, 3_024)).toEqual({ width: 2_048, height: 1_536 });
  expect(drawnSize(3_024, 4_032)).toEqual({ width: 1_536, height: 2_048 });
  expect(drawnSize(2_048, 10)).toEqual({ width: 2_048, height: 10 });
  expect(drawnSize(640, 480)).toEqual({ width: 640, height: 480 });
  expect(drawnSize(100_000, 1)).toEqual({ width: 2_048, height: 1 });
});

test('all pictures except SVG are redrawn, whatever type the browser reports', () => {
  expect(isPicture({ type: 'image/jpeg', name: 'a.jpg' })).toBe(true);
  expect(isPicture({ type: '', name: 'IMG_1.HEIC' })).toBe(true);
  expect(isPicture({ type: 'image/svg+xml', name: 'a.svg' })).toBe(false);
  expect(isPicture({ type: 'application/pdf', name: 'a.pdf' })).toBe(false);
  expect(isHeic({ type: 'image/heif', name: 'a' })).toBe(true);
  expect(isHeic({ type: 'image/png', name: 'heic.png' })).toBe(false);
});

test('only a small GIF, which may be animated and has no location, is sent unchanged', () => {
  const small = { bytes: 1_000, width: 100, height: 100 };
  expect(staysAsItIs('image/gif', small)).toBe(true);
  expect(staysAsItIs('image/gif', { ...small, width: 2_049 })).toBe(false);
  expect(staysAsItIs('image/gif', { ...small, bytes: limits.pictureBytesMax + 1 })).toBe(false);
  expect(staysAsItIs('image/jpeg', small)).toBe(false);
});

test('a photo stays a JPEG; a screenshot stays a PNG unless it is large', () => {
  expect(formsFor('image/jpeg').map(({ type }) => type)).toEqual(['image/jpeg', 'image/jpeg']);
  expect(formsFor('image/png').map(({ type }) => type)).toEqual(['image/png', 'image/jpeg', 'image/jpeg']);
});

test('the name gets the extension of the new format', () => {
  expect(drawnName('IMG_1.HEIC', 'image/jpeg')).toBe('IMG_1.jpg');
  expect(drawnName('beach.JPEG', 'image/jpeg')).toBe('beach.JPEG');
  expect(drawnName('shot.PNG', 'image/png')).toBe('shot.PNG');
  expect(drawnName('shot.png', 'image/jpeg')).toBe('shot.jpg');
  expect(drawnName('v1.2 plan', 'image/png')).toBe('v1.2 plan.png');
  expect(drawnName('.webp', 'image/png')).toBe('picture.png');
});
