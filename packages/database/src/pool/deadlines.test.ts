import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Deadlines } from './deadlines.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Every millisecond sockets are read, after which a deadline passes. */
async function advance(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1) {
    vi.advanceTimersByTime(1);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function someDeadlines() {
  const deadlines = new Deadlines();
  const passed: string[] = [];
  const add = (name: string, ms: number) => {
    const deadline = { at: performance.now() + ms, pass: () => passed.push(name) };
    deadlines.add(deadline);
    return () => deadlines.remove(deadline);
  };
  return { add, passed };
}

it('pass in order of time, each at its moment, in whatever order they were added', async () => {
  const { add, passed } = someDeadlines();
  add('third', 300);
  add('first', 100);
  add('second', 200);
  await advance(99);
  expect(passed).toEqual([]);
  await advance(1);
  expect(passed).toEqual(['first']);
  await advance(200);
  expect(passed).toEqual(['first', 'second', 'third']);
});

it('do not pass once removed; one added later passes although the timer was set for another', async () => {
  const { add, passed } = someDeadlines();
  const remove = add('removed', 100);
  remove();
  remove();
  await advance(50);
  add('later', 100);
  await advance(99);
  expect(passed).toEqual([]);
  await advance(1);
  expect(passed).toEqual(['later']);
});

it('may be added while others pass', async () => {
  const deadlines = new Deadlines();
  const passed: string[] = [];
  deadlines.add({
    at: performance.now() + 10,
    pass: () => deadlines.add({ at: performance.now() + 10, pass: () => passed.push('second') }),
  });
  await advance(19);
  expect(passed).toEqual([]);
  await advance(1);
  expect(passed).toEqual(['second']);
});
