import { eventsSince, fold, noReply, type Reply, type ReplyEvent } from '@jarvis/contract';
import fc from '@jarvis/testkit/properties';
import { snapshot } from '@jarvis/testkit/snapshot';
import { expect, test } from 'vitest';

const failed: ReplyEvent = { type: 'failed', error: { kind: 'failed', message: 'It broke.' } };

/** Events as a turn emits them: a step runs and ends; nothing follows the ending. */
const events = fc
  .tuple(
    fc.array(
      fc.oneof(
        fc.string({ minLength: 1 }).map((delta): ReplyEvent => ({ type: 'text', delta })),
        fc.tuple(fc.nat(3), fc.constantFrom('running' as const, 'done' as const, 'error' as const)),
      ),
    ),
    fc.boolean(),
  )
  .map(([some, ends]) => {
    let steps = 0;
    const all = some.flatMap((each): ReplyEvent[] => {
      if (!Array.isArray(each)) return [each];
      const at = Math.min(each[0], steps);
      steps = Math.max(steps, at + 1);
      return [{ type: 'step', at, tool: 'add_task', label: `step ${at}`, state: each[1] }];
    });
    return [snapshot({ text: 'At ' }), ...all, ...(ends ? [failed] : [])];
  });
const folded = (all: readonly ReplyEvent[], from: Reply = noReply) => all.reduce(fold, from);

test('whatever a reader has missed, the events since then lead to the same reply', () => {
  fc.assert(
    fc.property(events, fc.nat(), (all, cut) => {
      const known = folded(all.slice(0, 1 + (cut % all.length)));
      const now = folded(all);
      expect(folded([...eventsSince(known, now)], known)).toEqual(now);
      expect(folded([...eventsSince(undefined, now)])).toEqual(now);
    }),
  );
});
