import { availableParallelism } from 'node:os';
import { startServiceProcess } from '@jarvis/testkit';
import { median, withSpread } from '../figures.ts';
import { load } from '../load.ts';
import { addPerson, addTasks } from '../people.ts';
import { heading, line } from '../report.ts';
import type { World } from '../world.ts';

/** The gain of several processes behind one port: as many as cores against one, round after round. */
export async function processes(world: World, quick: boolean): Promise<void> {
  heading('Processes');
  const cores = availableParallelism();
  const db = world.open();
  const person = await addPerson(db);
  await addTasks(db, person.userId, 20);
  await db.close();
  const services = await Promise.all(
    [1, cores].map((count) =>
      startServiceProcess({ DATABASE_URL: world.url, WEB_CONCURRENCY: String(count) }),
    ),
  );
  try {
    const work = { path: '/api/tasks', headers: person.byKey };
    const perSecond: number[][] = services.map(() => []);
    for (let round = 0; round <= 3; round += 1) {
      for (const [i, { url }] of services.entries()) {
        const server = { name: `process ${i}`, url, cpu: () => ({ serverMs: 0, postgresMs: 0 }) };
        const result = await load(server, work, 64, quick ? 0.7 : 2);
        if (round > 0) perSecond[i]?.push(result.perSecond);
      }
    }
    const [one = [], many = []] = perSecond;
    const gains = many.map((figure, i) => figure / (one[i] ?? Number.NaN));
    line(`WEB_CONCURRENCY=${cores} ÷ 1, 20 tasks with a key, 64 at a time`, withSpread(gains));
    line(
      '',
      `${median(one).toFixed(0)} and ${median(many).toFixed(0)}/s; Postgres and the load take part of the ${cores} cores`,
    );
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
}
