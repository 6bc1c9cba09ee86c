import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

const never = new AbortController().signal;

test('accounts take turns, however many pieces one of them has queued', async () => {
  const turns = new Turns();
  const order: string[] = [];
  const work = async (userId: string, name: string) => {
    const end = await turns.take(userId, never);
    order.push(name);
    end();
  };
  const end = await turns.take('ada', never);
  const all = [1, 2, 3].map((n) => work('ada', `ada ${n}`));
  all.push(work('bob', 'bob 1'), work('bob', 'bob 2'), work('eve', 'eve 1'));
  end();
  await Promise.all(all);
  expect(order).toEqual(['ada 1', 'bob 1', 'eve 1', 'ada 2', 'bob 2', 'ada 3']);
});

test('a waiting piece whose request ends leaves the queue, and the turn passes to the next', async () => {
  const turns = new Turns();
  const gone = new AbortController();
  const end = await turns.take('ada', never);
  const left = turns.take('bob', gone.signal);
  const waits = turns.take('eve', never);
  gone.abort(new Error('ended'));
  await expect(left).rejects.toThrow('ended');
  await expect(turns.take('bob', gone.signal)).rejects.toThrow('ended');
  end();
  (await waits)();
  (await turns.take('ada', never))();
});
