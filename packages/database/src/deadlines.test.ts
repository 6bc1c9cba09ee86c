import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Deadlines } from './deadlines.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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

it('pass in order of time, each at its moment, in whatever order they were added', () => {
  const { add, passed } = someDeadlines();
  add('third', 300);
  add('first', 100);
  add('second', 200);
  vi.advanceTimersByTime(99);
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(passed).toEqual(['first']);
  vi.advanceTimersByTime(200);
  expect(passed).toEqual(['first', 'second', 'third']);
});

it('do not pass once removed; one added later passes although the timer was set for another', () => {
  const { add, passed } = someDeadlines();
  const remove = add('removed', 100);
  remove();
  remove();
  vi.advanceTimersByTime(50);
  add('later', 100);
  vi.advanceTimersByTime(99);
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(passed).toEqual(['later']);
});

it('may be added while others pass', () => {
  const deadlines = new Deadlines();
  const passed: string[] = [];
  deadlines.add({
    at: performance.now() + 10,
    pass: () => deadlines.add({ at: performance.now() + 10, pass: () => passed.push('second') }),
  });
  vi.advanceTimersByTime(19);
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(passed).toEqual(['second']);
});
