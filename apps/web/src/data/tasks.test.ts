import type { ShownTask } from '@jarvis/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from './service/client.ts';
import { openQuery } from './task-lists.ts';
import { changeTask } from './tasks.ts';

afterEach(() => vi.unstubAllGlobals());

const task: ShownTask = {
  id: '01a22a04-439c-7eca-8d56-ab1f7bd82618',
  title: 'Call Anna',
  status: 'open',
  createdBy: 'user',
  createdAt: '2026-11-30T08:00:00.000Z',
  updatedAt: '2026-11-30T08:00:00.000Z',
  completedAt: null,
};

const shown = () => queryClient.getQueryData(openQuery.queryKey)?.tasks;

it.each(['answered', 'refused'])(
  'shows the last change of a task also when an earlier one is %s after it',
  async (how) => {
    const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
    const asked = vi.fn<typeof fetch>();
    for (const { promise } of answers) asked.mockReturnValueOnce(promise);
    vi.stubGlobal('fetch', asked);
    queryClient.setQueryData(openQuery.queryKey, { tasks: [task] });
    const first = changeTask(task, { title: 'Call Anne' });
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    const second = changeTask({ ...task, title: 'Call Anne' }, { title: 'Call Ann' });
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2));

    if (how === 'answered') {
      answers[0]?.resolve(Response.json([{ result: { data: { task: { ...task, title: 'Call Anne' } } } }]));
      await first;
    } else {
      answers[0]?.reject(new TypeError('The connection is lost.'));
      await expect(first).rejects.toThrow();
    }
    expect(shown()).toMatchObject([{ title: 'Call Ann' }]);

    answers[1]?.resolve(Response.json([{ result: { data: { task: { ...task, title: 'Call Ann!' } } } }]));
    await second;
    expect(shown()).toMatchObject([{ title: 'Call Ann!' }]);
  },
);
