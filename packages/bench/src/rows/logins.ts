import { argon2 } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { median, withSpread } from '../figures.ts';
import { type Load, load } from '../load.ts';
import { addPerson, addTasks, liftLimits } from '../people.ts';
import { heading, line } from '../report.ts';
import type { Server } from '../servers/server.ts';
import type { World } from '../world.ts';

const hash = promisify(argon2);
const password = 'correct horse battery';

/** Logins a second, compared with the hash alone, and their effect on other requests. */
export async function logins(world: World, jarvis: Server, quick: boolean): Promise<void> {
  heading('Logins');
  const seconds = quick ? 1 : 3;
  const credentials = { email: 'login@example.org', password };
  const registered = await fetch(`${jarvis.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...credentials, confirmPassword: password }),
  });
  if (registered.status !== 201) throw new Error(`register answered ${registered.status}`);
  const body = JSON.stringify(credentials);
  const login = { path: '/api/auth/login', method: 'POST', body, headers: {} } as const;
  // Makes the windows in which logins count, so that their limits can be lifted.
  await load(jarvis, login, 1, 0.1);
  const db = world.open();
  await liftLimits(db);
  const person = await addPerson(db);
  await addTasks(db, person.userId, 20);
  await db.close();
  const list = { path: '/api/tasks', headers: person.byKey };
  const rounds: { hashes: number; quiet: Load; alone: Load; meanwhile: Load }[] = [];
  for (let round = 0; round < 3; round += 1) {
    const hashes = await hashesPerSecond(seconds);
    const alone = await load(jarvis, login, 8, seconds);
    const quiet = await load(jarvis, list, 4, seconds);
    const [meanwhile] = await Promise.all([load(jarvis, list, 4, seconds), load(jarvis, login, 8, seconds)]);
    rounds.push({ hashes, quiet, alone, meanwhile });
  }
  const each = (figure: (round: (typeof rounds)[number]) => number) => rounds.map(figure);
  const mid = (figure: (round: (typeof rounds)[number]) => number) => median(each(figure));
  const parts = each(({ alone, hashes }) => alone.perSecond / hashes);
  line('logins a second ÷ hashes a second', withSpread(parts), '0.9');
  line(
    '',
    `${mid(({ alone }) => alone.perSecond).toFixed(0)} logins, ${mid(({ hashes }) => hashes).toFixed(0)} hashes on ${availableParallelism()} cores`,
  );
  const slower = each(({ meanwhile, quiet }) => meanwhile.p99Ms / quiet.p99Ms);
  line('GET /api/tasks p99 meanwhile ÷ before', withSpread(slower), '2');
  line(
    '',
    `${mid(({ quiet }) => quiet.p99Ms).toFixed(1)} ms before, ${mid(({ meanwhile }) => meanwhile.p99Ms).toFixed(1)} ms meanwhile`,
  );
}

/** The service's parameters: 19 MiB, 2 passes, 1 lane. */
async function hashesPerSecond(seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1_000;
  let done = 0;
  const one = async () => {
    while (performance.now() < until) {
      await hash('argon2id', {
        message: password,
        nonce: Buffer.alloc(16),
        parallelism: 1,
        tagLength: 32,
        memory: 19_456,
        passes: 2,
      });
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, one));
  return done / seconds;
}
