import { limits } from '@jarvis/contract/limits';
import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { deleteRow } from './rows.ts';
import { queryClient } from './service/client.ts';
import { donePages, openQuery } from './task-lists.ts';

const count = 2 * limits.taskListMax + 1;
/** Newest first. */
let ids: string[];
let asked: string[];

beforeEach(() => {
  ids = Array.from({ length: count }, (_, n) => String(count - n).padStart(12, '0'));
  asked = [];
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('tasks.delete')) return Response.json([{ result: { data: { ok: true } } }]);
    const [input] = Object.values(
      JSON.parse(new URL(url, 'http://localhost').searchParams.get('input') ?? ''),
    );
    const { status, after } = input as { status: string; after?: string };
    asked.push(status);
    const from = after === undefined ? 0 : ids.indexOf(after) + 1;
    const tasks = ids.slice(from, from + limits.taskListMax).map((id) => ({ id }));
    return Response.json([{ result: { data: { tasks } } }]);
  });
  return () => vi.unstubAllGlobals();
});

test('an open task is listed however many newer ones there are', async () => {
  const { tasks } = await queryClient.fetchQuery(openQuery);
  expect(tasks.map(({ id }) => id)).toEqual(ids);
  expect(asked).toEqual(['open', 'open', 'open']);
});

test('the rows of a list stay themselves when it is read again with a new one at the front', async () => {
  const observer = new QueryObserver(queryClient, openQuery);
  onTestFinished(observer.subscribe(() => {}));
  const rows = () => observer.getCurrentResult().data?.slice(-count) ?? [];
  await observer.refetch();
  const before = rows();
  ids.unshift(String(count + 1).padStart(12, '0'));
  await observer.refetch();
  const after = rows();
  expect(before).toHaveLength(count);
  expect(after.every((row, at) => row === before[at])).toBe(true);
  expect(observer.getCurrentResult().data).toHaveLength(count + 1);
});

test('completed tasks are listed page by page to the oldest, without those deleted meanwhile', async () => {
  const pages = 3;
  const listed = () =>
    queryClient.getQueryData(donePages.queryKey)?.pages.flatMap(({ tasks }) => tasks.map(({ id }) => id));
  await queryClient.fetchInfiniteQuery({ ...donePages, pages });
  expect(listed()).toEqual(ids);
  expect(asked).toEqual(['done', 'done', 'done']);
  await deleteRow('tasks', ids[1] ?? '');
  expect(listed()).toEqual(ids.toSpliced(1, 1));
});
