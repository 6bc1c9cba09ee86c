import { limits } from '@jarvis/contract/limits';
import { expect, test } from 'vitest';
import type { StoredFile } from '../../../data/types.ts';
import * as tray from './tray.ts';

const given = (key: string, bytes = 100, type = 'application/pdf'): tray.TrayItem => {
  const named = new File([], `${key}.pdf`, { type });
  return tray.itemOf(key, Object.defineProperty(named, 'size', { value: bytes }));
};
const file = (id: string): StoredFile => ({
  id,
  name: `${id}.pdf`,
  state: 'stored',
  mediaType: 'application/pdf',
  bytes: 100,
  sha256: 'ab',
  pages: null,
  textState: 'waiting',
  textReason: null,
  width: null,
  height: null,
  conversationId: null,
  createdAt: '2026-11-24T08:00:00.000Z',
});
const withFiles = (...keys: string[]) =>
  tray.added(
    tray.emptyTray,
    keys.map((key) => given(key)),
  );
const arrived = (state: tray.Tray, ...keys: string[]) =>
  keys.reduce((now, key) => tray.stored(now, key, file(key)), state);
const phases = ({ items }: tray.Tray) => items.map(({ key, phase }) => `${key} ${phase}`);

test('a file that exceeds a limit is refused by name, and the others are accepted', () => {
  const files = [
    given('empty', 0),
    given('large', limits.fileBytesMax + 1),
    given('fits', limits.fileBytesMax),
  ];
  const state = tray.added(tray.emptyTray, files, ['folder']);
  expect(phases(state)).toEqual(['fits waiting']);
  expect(state.problems).toEqual([
    { kind: 'folder', name: 'folder' },
    { kind: 'empty', name: 'empty.pdf' },
    { kind: 'tooLarge', name: 'large.pdf' },
  ]);
});

test('a picture of any size is accepted, and refused only if it is too large after redrawing', () => {
  const before = tray.added(tray.emptyTray, [given('photo', 60 * 1024 * 1024, 'image/jpeg')]);
  expect(phases(before)).toEqual(['photo preparing']);
  const picture = { name: 'photo.jpg', bytes: 1_000, body: null, preview: 'blob:1' };
  const small = tray.drawn(before, 'photo', picture);
  expect(small.items).toMatchObject([{ name: 'photo.jpg', bytes: 1_000, phase: 'waiting' }]);
  const large = tray.drawn(before, 'photo', { ...picture, bytes: limits.pictureBytesMax + 1 });
  expect(large).toMatchObject({ items: [], problems: [{ kind: 'pictureTooLarge', name: 'photo.jpg' }] });
});

test('a message has at most ten files, and the rest is refused with one problem', () => {
  const state = withFiles(...'abcdefghijkl');
  expect(state.items).toHaveLength(limits.filesPerMessageMax);
  expect(state.problems).toEqual([{ kind: 'tooMany' }]);
});

test('three files are sent at a time, over all composers', () => {
  const one = withFiles('a', 'b');
  const two = withFiles('c', 'd');
  expect(tray.nextToSend([one, two]).map(({ key }) => key)).toEqual(['a', 'b', 'c']);
  const sending = tray.patched(one, 'a', { phase: 'sending' });
  const offline = tray.patched(sending, 'b', { phase: 'offline' });
  expect(tray.nextToSend([offline, two]).map(({ key }) => key)).toEqual(['c']);
});

test('a message is ready when all of its files have arrived', () => {
  const state = { ...withFiles('a', 'b'), pending: 'Compare them' };
  expect(tray.filesToSend(arrived(state, 'a'))).toBeNull();
  expect(tray.filesToSend(arrived(state, 'b', 'a'))?.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(tray.stateOf(arrived(state, 'a'))).toEqual({ count: 2, hasFailed: false, isPending: true });
});

test('a failed file holds the message back until it is sent again or removed', () => {
  const problem = { kind: 'noRoom', name: 'a.pdf' } as const;
  const state = tray.failed({ ...arrived(withFiles('a', 'b'), 'b'), pending: 'Read it' }, 'a', problem);
  expect(state.pending).toBeNull();
  expect(tray.filesToSend(state)).toBeNull();
  expect(tray.stateOf(state).hasFailed).toBe(true);
  expect(phases(tray.again(state, 'a'))).toEqual(['a waiting', 'b stored']);
  expect(tray.filesToSend(tray.removed(state, 'a'))?.map(({ id }) => id)).toEqual(['b']);
});

test('adding, losing or refusing a file cancels the pending message, which now means something else', () => {
  const state = { ...withFiles('a'), pending: 'Read it' };
  expect(tray.added(state, [given('b')]).pending).toBeNull();
  expect(tray.removed(state, 'a').pending).toBeNull();
  expect(tray.restored(state, [file('b')]).pending).toBeNull();
  const two = { ...withFiles('a', 'b'), pending: 'Compare them' };
  expect(tray.removed(two, 'a').pending).toBe('Compare them');
  expect(tray.refused(state, 'a', { kind: 'unreadable', name: 'a.pdf' })).toMatchObject({
    items: [],
    pending: null,
  });
});

test('files of a draft are restored once', () => {
  const state = tray.restored(arrived(withFiles('a'), 'a'), [file('a'), file('b')]);
  expect(phases(state)).toEqual(['a stored', 'b stored']);
});

test('restoring a draft that has nothing more does not cancel the pending message', () => {
  const sending = { ...withFiles('a', 'b'), pending: 'Read it' };
  expect(tray.restored(sending, [])).toBe(sending);
  const waiting = { ...arrived(sending, 'a'), pending: 'Read it' };
  expect(
    tray.restored(
      waiting,
      waiting.items.flatMap(({ file }) => file ?? []),
    ),
  ).toBe(waiting);
});

test('files of a message to edit that exceed the limit are not left out silently', () => {
  const state = tray.restored(withFiles(...'abcdefgh'), [file('i'), file('j'), file('k')]);
  expect(state.items).toHaveLength(limits.filesPerMessageMax);
  expect(state.problems).toEqual([{ kind: 'tooMany' }]);
});

test('progress counts the bytes of all files', () => {
  expect(tray.progressOf([])).toBe(1);
  expect(
    tray.progressOf([
      { bytes: 300, sentBytes: 150 },
      { bytes: 100, sentBytes: 50 },
    ]),
  ).toBe(0.5);
});
