import type { ConversationEntry } from '@jarvis/contract';
import { changeCursor } from '@jarvis/contract/cursor';
import { limits } from '@jarvis/contract/limits';
import { InfiniteQueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { conversationPages, loadedPages, setView } from './conversations.ts';
import { changeRow, deleteRow } from './rows.ts';
import { queryClient } from './service/client.ts';

const size = limits.conversationListMax;
const pages = 10;
let stored: ConversationEntry[];
/** What each read came after. */
let asked: (string | undefined)[];
let minute: number;

const entry = (id: string, scheduleId?: string): ConversationEntry => {
  minute += 1;
  const at = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  const schedule = scheduleId === undefined ? null : { id: scheduleId, title: 'Bees', hasOthers: true };
  return { id, title: `About ${id}`, createdAt: at, updatedAt: at, schedule } as ConversationEntry;
};
const add = (...entries: ConversationEntry[]) => stored.unshift(...entries.reverse());

beforeEach(() => {
  stored = [];
  asked = [];
  minute = 0;
  add(...Array.from({ length: pages * size + 20 }, (_, n) => entry(`c${n}`)));
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    if (url.includes('conversations.delete')) {
      const [deleted] = Object.values<{ id: string }>(JSON.parse(body));
      stored = stored.filter(({ id }) => id !== deleted?.id);
      return Response.json([{ result: { data: { ok: true } } }]);
    }
    const [input] = Object.values(
      JSON.parse(new URL(url, 'http://localhost').searchParams.get('input') ?? ''),
    );
    const { after } = input as { after?: string };
    asked.push(after);
    const [time = '', id = ''] = after?.split('_') ?? [];
    const position = after ? Number(time) : Infinity;
    const from = stored.findIndex(
      (one) =>
        Date.parse(one.updatedAt) < position || (Date.parse(one.updatedAt) === position && one.id < id),
    );
    const conversations = from < 0 ? [] : stored.slice(from, from + size);
    return Response.json([{ result: { data: { conversations } } }]);
  });
  return () => vi.unstubAllGlobals();
});

/** The list with ten loaded pages. */
async function loadedList() {
  queryClient.clear();
  setView(() => new Set());
  const observer = new InfiniteQueryObserver(queryClient, conversationPages);
  onTestFinished(observer.subscribe(() => {}));
  await observer.refetch();
  while (asked.length < pages) await observer.fetchNextPage();
  asked = [];
  return {
    ids: () => observer.getCurrentResult().data?.map(({ id }) => id) ?? [],
    readAgain: () => observer.refetch(),
    readOn: () => observer.fetchNextPage(),
  };
}
const positionOf = (one?: ConversationEntry) => one && changeCursor(one);
const storedIds = (count: number) => stored.slice(0, count).map(({ id }) => id);

test('a change reads the first page of a long list again, and keeps the others', async () => {
  const list = await loadedList();
  add(entry('new'));
  await list.readAgain();
  expect(asked).toEqual([undefined]);
  expect(list.ids()).toEqual(storedIds(pages * size));
  await list.readOn();
  expect(list.ids()).toEqual(storedIds(pages * size + 21));
});

test('a conversation that moves to the front leaves its old place', async () => {
  const list = await loadedList();
  const [moved] = stored.splice(555, 1);
  add(entry(moved?.id ?? ''));
  await list.readAgain();
  expect(asked).toEqual([undefined]);
  expect(list.ids().slice(0, 700)).toEqual(storedIds(700));
});

test('the pages on the screen are read again, and what was deleted there is gone', async () => {
  const list = await loadedList();
  setView(() => new Set([stored[540]?.id ?? '', stored[560]?.id ?? '']));
  stored.splice(555, 1);
  stored.splice(755, 1);
  await list.readAgain();
  // The last page is not whole without the next one's first conversation.
  expect(asked).toEqual([undefined, positionOf(stored[499]), positionOf(stored[898])]);
  expect(list.ids().slice(0, 700)).toEqual(storedIds(700));
  const old = () => loadedPages().map(({ isOld = false }) => isOld);
  expect(old().slice(0, 8)).toEqual([false, true, true, true, true, false, true, true]);

  setView(() => new Set([stored[740]?.id ?? '']));
  await list.readAgain();
  expect(list.ids()).toEqual(storedIds(list.ids().length));
  expect(old()[7]).toBe(false);
});

test('there is no gap after more new conversations than a page has', async () => {
  const list = await loadedList();
  add(...Array.from({ length: 2 * size + 50 }, (_, n) => entry(`new ${n}`)));
  await list.readAgain();
  expect(asked).toHaveLength(3);
  expect(list.ids()).toEqual(storedIds(pages * size));
});

test('a conversation that ended a page and was deleted elsewhere leaves no gap', async () => {
  const list = await loadedList();
  stored.splice(99, 1);
  await list.readAgain();
  expect(list.ids()).toEqual(storedIds(list.ids().length));
  expect(asked.length).toBeLessThan(4);
});

test('a change of this tab shows in a page that is not read again', async () => {
  const list = await loadedList();
  changeRow('conversations', stored[555]?.id ?? '', (now) => ({ ...now, title: 'Renamed' }));
  await deleteRow('conversations', stored[755]?.id ?? '');
  // It reads the list again.
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(asked.length).toBeLessThan(3);
  expect(list.ids()).toEqual(storedIds(list.ids().length));
});

test('a schedule has one entry, with its latest run', async () => {
  const list = await loadedList();
  stored.splice(555, 1, {
    ...(stored[555] as ConversationEntry),
    schedule: { id: 's', title: 'Bees', hasOthers: true } as never,
  });
  setView(() => new Set([stored[555]?.id ?? '']));
  await list.readAgain();
  setView(() => new Set());
  stored.splice(555, 1);
  add(entry('run', 's'));
  await list.readAgain();
  expect(list.ids().slice(0, 700)).toEqual(storedIds(700));
});
