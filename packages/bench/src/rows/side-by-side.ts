import { type Load, load, type Work } from '../load.ts';
import { addConversations, addPerson, addTasks } from '../people.ts';
import { compare, heading, line } from '../report.ts';
import type { Server } from '../servers/server.ts';
import { launchAssembled, launchFloor, launchStandard, type World } from '../world.ts';

const warmUpS = 4;

/** Lists and writes, alternating between servers, round after round. */
export async function sideBySide(world: World, jarvis: Server, quick: boolean): Promise<void> {
  const db = world.open();
  const few = await addPerson(db);
  await addTasks(db, few.userId, 20);
  const thousand = await addPerson(db);
  await addTasks(db, thousand.userId, 1_000);
  const many = await addPerson(db);
  await addConversations(db, many.userId, 10_000);
  await db.run('vacuum analyze', [], { prepared: false, deadlineMs: 9_900 });
  await db.close();
  const rowsOf = async (
    what: string,
    work: Work,
    connections: readonly number[],
    targets: Record<string, string>,
    others: readonly (readonly [Server, Work['headers']])[],
  ) => {
    const floor = await launchFloor(world);
    const rivals = others.map(([server, headers]) => [server, { ...work, headers }] as const);
    const contestants = [[jarvis, work], [floor, work], ...rivals] as const;
    for (const [server, asked] of contestants) await warmUp(server, asked, quick);
    for (const count of connections) {
      const rounds = await takeTurns(contestants, count, quick);
      compare(`${what}, ${count} at a time`, rounds, targets);
    }
    await floor.stop();
  };

  heading('Side by side');
  const all = quick ? [16] : [1, 16, 64];
  const path = '/api/tasks';
  const assembled = await launchAssembled(world);
  const { fewKey, fewCookie, manyKey } = assembled.said;
  const fewByKey = [assembled, bearer(fewKey)] as const;
  const manyByKey = [assembled, bearer(manyKey)] as const;
  const reading = { floor: '1.0', assembled: '4' };
  const standard = await launchStandard(world);
  const withKey = { ...reading, standard: '0.9' };
  await rowsOf('20 tasks with a key', { path, headers: few.byKey }, [1, 16, 32, 64], withKey, [
    [standard, few.byKey],
    fewByKey,
  ]);
  await standard.stop();
  await rowsOf('20 tasks with a session', { path, headers: few.bySession }, all, reading, [
    [assembled, { cookie: fewCookie ?? '' }],
  ]);
  const conversations = { path: '/api/conversations', headers: many.byKey };
  await rowsOf('100 of 10,000 conversations', conversations, all, reading, [manyByKey]);
  const memory = () => `${jarvis.memoryMb().toFixed(0)} MB`;
  line('memory of the service’s process after these', memory(), 'under 250 MB');
  if (!quick) {
    const tasks = { path, headers: thousand.byKey };
    await rowsOf('1,000 tasks with a key', tasks, [16], { floor: 'reported' }, []);
    line('memory of the service’s process after these', memory(), 'reported');
  }
  const body = '{"title":"Buy milk and bread"}';
  const write: Work = { path, method: 'POST', body, headers: many.byKey };
  await rowsOf('a new task with a key', write, all, { floor: '0.8', assembled: '2' }, [manyByKey]);
  await assembled.stop();
}

/** Until V8 has optimised the code of a request, which takes up to 30,000 of them: it then takes no less time. */
async function warmUp(server: Server, work: Work, quick: boolean): Promise<void> {
  let before = Number.POSITIVE_INFINITY;
  for (;;) {
    const { serverUs } = await load(server, work, 16, quick ? 0.3 : warmUpS);
    if (quick || serverUs > 0.95 * before) return;
    before = serverUs;
  }
}

const bearer = (key: string | undefined) => ({ authorization: `Bearer ${key}` });

/** The first round only warms up; every round begins with another server. */
export async function takeTurns(
  contestants: readonly (readonly [Server, Work | readonly Work[]])[],
  connections: number,
  quick: boolean,
): Promise<Record<string, Load[]>> {
  const rounds: Record<string, Load[]> = Object.fromEntries(contestants.map(([{ name }]) => [name, []]));
  const [warmUpSeconds, seconds] = quick ? [0.3, 0.35] : [0.5, 1.3];
  for (let round = 0; round <= (quick ? 3 : 5); round += 1) {
    const first = round % contestants.length;
    for (const [server, work] of [...contestants.slice(first), ...contestants.slice(0, first)]) {
      const result = await load(server, work, connections, round === 0 ? warmUpSeconds : seconds);
      if (round > 0) rounds[server.name]?.push(result);
    }
  }
  return rounds;
}
