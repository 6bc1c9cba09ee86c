import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { Lane } from './lane.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The bytes of the old generation. */
const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;

it('counts open responses, and keeps no reference to a request that has ended', () => {
  const lane = new Lane({ min: 32, max: 500, msMax: 500, unreadBytesMax: 1 });
  const open: ServerResponse[] = [];
  const pass = (requests: number) => {
    for (let i = 0; i < requests; i += 1) {
      const req = new IncomingMessage(new Socket());
      const res = Object.assign(new ServerResponse(req), { rows: new Array(500).fill(i) });
      lane.enter(req, res);
      open.push(res);
      // Ends the oldest or a younger one in turn.
      if (open.length === 30) open.splice(i % 3 === 0 ? 7 : 0, 1)[0]?.emit('close');
    }
  };
  pass(2_000);
  expect(lane.open.map(({ res }) => res).sort(byAge)).toEqual([...open].sort(byAge));
  collectGarbage();
  const before = oldBytes();
  pass(10_000);
  // An object for a response has more than 4,000 bytes.
  expect((oldBytes() - before) / 10_000).toBeLessThan(1_200);
  for (const res of open) res.emit('close');
  expect(lane.open).toEqual([]);
});

const byAge = (a: ServerResponse, b: ServerResponse): number => ageOf(a) - ageOf(b);
const ageOf = (res: ServerResponse): number => (res as ServerResponse & { rows: number[] }).rows[0] ?? 0;
