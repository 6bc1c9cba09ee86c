import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerMs, elect, goneMs } from './elect.ts';

type Channel = Parameters<typeof elect>[0];

/** Tabs of one browser: each gets the others' messages, while it runs. */
function browser() {
  const channels = new Map<string, Channel>();
  const asleep = new Set<string>();
  const leaders = new Set<string>();
  return {
    leaders,
    asleep,
    open(id: string) {
      const channel: Channel = {
        onmessage: null,
        postMessage(data) {
          if (asleep.has(id)) return;
          for (const [other, { onmessage }] of channels)
            if (other !== id && !asleep.has(other)) onmessage?.({ data } as never);
        },
      };
      channels.set(id, channel);
      return elect(channel, id, (signal) => {
        leaders.add(id);
        signal.addEventListener('abort', () => leaders.delete(id));
      });
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('of many tabs opened at once one leads, and stays the leader when another one opens', () => {
  const { open, leaders } = browser();
  for (const id of ['d', 'b', 'e', 'a', 'c']) open(id);
  vi.advanceTimersByTime(answerMs);
  expect([...leaders]).toEqual(['a']);
  open('0');
  vi.advanceTimersByTime(2 * goneMs);
  expect([...leaders]).toEqual(['a']);
});

test('when the leading tab is closed, another one leads as soon as no tab answers', () => {
  const { open, leaders } = browser();
  const close = open('a');
  vi.advanceTimersByTime(answerMs);
  for (const id of ['c', 'b']) open(id);
  vi.advanceTimersByTime(answerMs);
  close();
  expect(leaders.size).toBe(0);
  vi.advanceTimersByTime(answerMs);
  expect([...leaders]).toEqual(['b']);
});

test('a tab that vanishes without a message is missed, and steps back when it returns', () => {
  const { open, leaders, asleep } = browser();
  open('b');
  vi.advanceTimersByTime(answerMs);
  open('a');
  vi.advanceTimersByTime(answerMs);
  expect([...leaders]).toEqual(['b']);
  asleep.add('b');
  vi.advanceTimersByTime(goneMs + answerMs);
  expect(leaders).toContain('a');
  asleep.delete('b');
  vi.advanceTimersByTime(goneMs);
  expect([...leaders]).toEqual(['a']);
});

test('of two leaders, the one that stays continues when the other is closed', () => {
  const { open, leaders, asleep } = browser();
  const close = open('b');
  vi.advanceTimersByTime(answerMs);
  asleep.add('b');
  open('a');
  vi.advanceTimersByTime(answerMs);
  expect([...leaders]).toEqual(['b', 'a']);
  asleep.delete('b');
  close();
  vi.advanceTimersByTime(goneMs);
  expect([...leaders]).toEqual(['a']);
});

test('a tab that is closed while it waits does not lead', () => {
  const { open, leaders } = browser();
  open('a')();
  vi.advanceTimersByTime(2 * goneMs);
  expect(leaders.size).toBe(0);
});
