import { type Load, load, type Work } from '../load.ts';
import { addConversations, addPerson, addTasks } from '../people.ts';
import { compare, heading, line } from '../report.ts';
import type { Server } from '../servers/server.ts';
import { launchFloor, launchStandard, type Rivals, type World } from '../world.ts';

/** Lists and writes, alternating between servers, round after round. */
export async function sideBySide(world: World, rivals: Rivals, quick: boolean): Promise<void> {
  const { jarvis, assembled } = rivals;
  const db = world.open('jarvis');
  const few = await addPerson(db);
  await addTasks(db, few.userId, 20);
  const thousand = await addPerson(db);
  await addTasks(db, thousand.userId, 1_000);
  const many = await addPerson(db);
  await addConversations(db, many.userId, 10_000);
  await db.run('vacuum analyze', [], { prepared: false, deadlineMs: 9_900 });
  await db.close();
  const { fewKey, fewCookie, manyKey } = assembled.said;
  const reading = { floor: '1.0', assembled: '4' };
  const rowsOf = async (
    what: string,
    work: Omit<Work, 'headers'>,
    ours: Work['headers'],
    theirs: Work['headers'] | undefined,
    connections: readonly number[],
    targets: Record<string, string>,
    standard?: Server,
  ) => {
    const floor = await launchFloor(world);
    for (const count of connections) {
      const contestants: [Server, Work][] = [
        [jarvis, { ...work, headers: ours }],
        [floor, { ...work, headers: ours }],
        ...(standard ? [[standard, { ...work, headers: ours }] as [Server, Work]] : []),
        ...(theirs ? [[assembled, { ...work, headers: theirs }] as [Server, Work]] : []),
      ];
      const rounds = await takeTurns(contestants, count, quick);
      compare(`${what}, ${count} at a time`, rounds, targets);
    }
    await floor.stop();
  };

  heading('Side by side');
  const all = quick ? [16] : [1, 16, 64];
  const list = { path: '/api/tasks' };
  const standard = await launchStandard(world);
  const withKey = { ...reading, standard: '0.9' };
  await rowsOf('20 tasks with a key', list, few.byKey, bearer(fewKey), [1, 16, 32, 64], withKey, standard);
  await standard.stop();
  await rowsOf('20 tasks with a session', list, few.bySession, { cookie: fewCookie ?? '' }, all, reading);
  const conversations = { path: '/api/conversations' };
  await rowsOf('100 of 10,000 conversations', conversations, many.byKey, bearer(manyKey), all, reading);
  const memory = () => `${jarvis.memoryMb().toFixed(0)} MB`;
  line('memory of the service’s process after these', memory(), 'under 250 MB');
  if (!quick) {
    await rowsOf('1,000 tasks with a key', list, thousand.byKey, undefined, [16], { floor: 'reported' });
    line('memory of the service’s process after these', memory(), 'reported');
  }
  const write = { path: '/api/tasks', method: 'POST', body: '{"title":"Buy milk and bread"}' } as const;
  await rowsOf('a new task with a key', write, many.byKey, bearer(manyKey), all, {
    floor: '0.8',
    assembled: '2',
  });
}

const bearer = (key: string | undefined) => ({ authorization: `Bearer ${key}` });

/** The first round only warms up; every round begins with another server. */
export async function takeTurns(
  contestants: readonly (readonly [Server, Work | readonly Work[]])[],
  connections: number,
  quick: boolean,
): Promise<Record<string, Load[]>> {
  const rounds: Record<string, Load[]> = Object.fromEntries(contestants.map(([{ name }]) => [name, []]));
  const [warmUp, seconds] = quick ? [0.3, 0.35] : [0.5, 1.3];
  for (let round = 0; round <= (quick ? 3 : 5); round += 1) {
    const first = round % contestants.length;
    for (const [server, work] of [...contestants.slice(first), ...contestants.slice(0, first)]) {
      const result = await load(server, work, connections, round === 0 ? warmUp : seconds);
      if (round > 0) rounds[server.name]?.push(result);
    }
  }
  return rounds;
}
