import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LogDestination, type Output } from './log-destination.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-01-31T09:30:00Z') }));
afterEach(() => void vi.useRealTimers());

/** An output that accepts, refuses or delays its input. */
class ScriptedOutput implements Output {
  mode: 'takes' | 'is full' | 'stalls' = 'takes';
  readonly taken: string[] = [];
  #waiting: { text: string; done: () => void }[] = [];
  #failed = () => {};

  get writableLength(): number {
    return this.#waiting.reduce((sum, { text }) => sum + text.length, 0);
  }

  on(_event: 'error', listener: () => void): void {
    this.#failed = listener;
  }

  write(text: string, done: (error?: Error | null) => void): void {
    if (this.mode === 'is full') {
      done(new Error('ENOSPC'));
      this.#failed();
    } else if (this.mode === 'stalls') {
      this.#waiting.push({ text, done });
    } else {
      this.taken.push(text);
      done();
    }
  }

  resume(): void {
    this.mode = 'takes';
    for (const { text, done } of this.#waiting.splice(0)) this.write(text, done);
  }

  /** All accepted lines. */
  get lines(): string[] {
    return this.taken.join('').split('\n').filter(Boolean);
  }
}

test('lines are written in batches, after a moment or when there are many', () => {
  const output = new ScriptedOutput();
  const log = new LogDestination(output);
  log.write('one\n');
  log.write('two\n');
  expect(output.taken).toEqual([]);
  vi.advanceTimersByTime(200);
  expect(output.taken).toEqual(['one\ntwo\n']);
  log.write('three\n');
  log.write(`${'long'.repeat(2_000)}\n`);
  expect(output.taken).toHaveLength(2);
  vi.advanceTimersByTime(1_000);
  expect(output.taken).toHaveLength(2);
});

test('a full disk drops lines, and the next written line says how many', () => {
  const output = new ScriptedOutput();
  const log = new LogDestination(output);
  output.mode = 'is full';
  for (const batch of [['a\n', 'b\n'], ['c\n']]) {
    for (const line of batch) log.write(line);
    log.flush();
  }
  output.mode = 'takes';
  log.write('d\n');
  log.flush();
  log.write('e\n');
  log.flush();
  const [told = '', ...rest] = output.lines;
  expect(JSON.parse(told)).toEqual({
    level: 40,
    time: '2026-01-31T09:30:00.000Z',
    dropped: 3,
    msg: 'log lines could not be written and were dropped',
  });
  expect(rest).toEqual(['d', 'e']);
});

test('a stalled reader costs a bounded amount of memory, then lines are dropped', () => {
  const output = new ScriptedOutput();
  const log = new LogDestination(output);
  output.mode = 'stalls';
  const line = `${'x'.repeat(999)}\n`;
  for (let n = 0; n < 5_000; n += 1) log.write(line);
  log.flush();
  expect(output.writableLength).toBeLessThan(1.1 * 1024 * 1024);
  output.resume();
  log.write('back\n');
  log.flush();
  const lines = output.lines;
  expect(lines.at(-1)).toBe('back');
  const { dropped } = JSON.parse(lines.at(-2) ?? '') as { dropped: number };
  expect(dropped).toBe(5_000 - (lines.length - 2));
});
