import { DatabaseUnavailable } from '@jarvis/database';
import { accountIn, lockWaits, MovableClock, silentLog } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { afterAll, expect, it } from 'vitest';
import { newId } from '../ids.ts';
import type { ChangeTopic } from '../ports/deps.ts';
import { ChangeFeed } from './change-feed.ts';

const db = await databaseForFile();

const clock = new MovableClock();
const open: ChangeFeed[] = [];

function feed(): ChangeFeed {
  const made = new ChangeFeed({ db, clock, log: silentLog });
  open.push(made);
  return made;
}

afterAll(() => Promise.all(open.map((each) => each.close())));

it('tells watchers in the same process at once, and nobody else', async () => {
  const [ada, ben] = [await accountIn(db), await accountIn(db)];
  const changes = feed();
  const heard: ChangeTopic[] = [];
  const stop = new AbortController();
  const other = changes.watch(ben, stop.signal).next();
  const watching = (async () => {
    for await (const topic of changes.watch(ada, stop.signal)) {
      heard.push(topic);
      stop.abort();
    }
  })();
  changes.publish(ada, 'tasks');
  await watching;
  expect(heard).toEqual(['tasks']);
  expect(await other).toEqual({ value: undefined, done: true });
});

it('tells watchers in another process, also about the first change of a topic', async () => {
  const ada = await accountIn(db);
  const [here, there] = [feed(), feed()];
  const topics = there.watch(ada, AbortSignal.timeout(20_000));
  const heard = topics.next();
  // The other process must have read once before: its page shows earlier changes already.
  const publishing = setInterval(() => here.publish(ada, 'tasks'), 100);
  expect(await heard).toEqual({ value: 'tasks', done: false });
  clearInterval(publishing);
  here.publish(ada, 'memories');
  let next = await topics.next();
  while (next.value === 'tasks') next = await topics.next();
  expect(next.value).toBe('memories');
  await topics.return(undefined);
});

it('reports when it is established: changes in other processes after that are told', async () => {
  const ada = await accountIn(db);
  const [here, there] = [feed(), feed()];
  // Reads for another account, so the next poll is some time away.
  const other = there.watch(await accountIn(db), AbortSignal.timeout(20_000));
  void other.next();
  await new Promise<void>(
    (begun) => void there.watch(ada, AbortSignal.timeout(20_000), { onBegin: begun }).next(),
  );
  const topics = there.watch(ada, AbortSignal.timeout(20_000));
  const heard = topics.next();
  here.publish(ada, 'keys');
  expect(await heard).toEqual({ value: 'keys', done: false });
  for (const each of [topics, other]) void each.return(undefined);
});

it('hears of changes in other processes from the start, while it reads for other accounts', async () => {
  const ada = await accountIn(db);
  const [here, there] = [feed(), feed()];
  const stop = AbortSignal.timeout(20_000);
  const ben = await accountIn(db);
  await new Promise<void>((begun) => void there.watch(ben, stop, { onBegin: begun }).next());
  const heard = there.watch(ada, stop).next();
  here.publish(ada, 'keys');
  expect(await heard).toEqual({ value: 'keys', done: false });
});

it.each(['here', 'in another process'])(
  'tells a new watcher that asks for it, and no other one, of the changes just before, made %s',
  async (where) => {
    const ada = await accountIn(db);
    await db.run("insert into changes values ($1, 'memories', 7, now())", [ada]);
    const [here, there] = [feed(), feed()];
    here.publish(ada, 'tasks');
    if (where !== 'here') await here.close();
    const feeding = where === 'here' ? here : there;
    const stop = AbortSignal.timeout(20_000);
    const other = feeding.watch(ada, stop);
    const heard = other.next();
    const topics = feeding.watch(ada, stop, { recentMs: 5_000 });
    expect(await topics.next()).toEqual({ value: 'tasks', done: false });
    feeding.publish(ada, 'keys');
    expect(await heard).toEqual({ value: 'keys', done: false });
    expect(await topics.next()).toEqual({ value: 'keys', done: false });
    for (const each of [topics, other]) void each.return(undefined);
  },
);

/** A feed whose next statement that begins with this text is held: a read after its rows were read, a write before. */
function held(text: string) {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let holds = false;
  const changes = new ChangeFeed({
    db: db.intercepted(async (call, proceed) => {
      if (!holds || !call.text.startsWith(text)) return proceed();
      holds = false;
      const rows = text.startsWith('select') ? proceed() : undefined;
      await rows;
      reached.resolve();
      await released.promise;
      return rows ?? proceed();
    }),
    clock,
    log: silentLog,
  });
  open.push(changes);
  const hold = () => {
    holds = true;
  };
  return { changes, hold, reached: reached.promise, release: () => released.resolve() };
}

it('tells a new watcher of a recent change that is being written', async () => {
  const ada = await accountIn(db);
  const { changes, hold, reached, release } = held('insert into "changes"');
  hold();
  changes.publish(ada, 'tasks');
  await reached;
  const topics = changes.watch(ada, AbortSignal.timeout(20_000), { recentMs: 5_000 });
  const heard = topics.next();
  release();
  expect(await heard).toEqual({ value: 'tasks', done: false });
  await topics.return(undefined);
});

it('tells a new watcher of a recent change that a read for earlier ones began too early to see', async () => {
  const ada = await accountIn(db);
  const { changes, hold, reached, release } = held('select "users"');
  const stop = AbortSignal.timeout(20_000);
  await new Promise<void>((begun) => void changes.watch(ada, stop, { onBegin: begun }).next());
  hold();
  await reached;
  changes.publish(ada, 'tasks');
  await expect.poll(() => db.run('select topic from changes where user_id = $1', [ada])).toEqual([['tasks']]);
  const topics = changes.watch(ada, stop, { recentMs: 5_000 });
  const heard = topics.next();
  release();
  expect(await heard).toEqual({ value: 'tasks', done: false });
  await topics.return(undefined);
});

it('reports changes again after a crash has emptied the table', async () => {
  const ada = await accountIn(db);
  const [here, there] = [feed(), feed()];
  const topics = there.watch(ada, AbortSignal.timeout(20_000));
  const heard = topics.next();
  const publishing = setInterval(() => here.publish(ada, 'tasks'), 100);
  await heard;
  await topics.next();
  clearInterval(publishing);
  await here.close();
  await db.run('delete from changes where user_id = $1', [ada]);
  expect(await topics.next()).toEqual({ value: 'tasks', done: false });
  const again = feed();
  again.publish(ada, 'tasks');
  expect(await topics.next()).toEqual({ value: 'tasks', done: false });
  await topics.return(undefined);
});

it('writes other changes when an account is deleted before its change is written', async () => {
  const ada = await accountIn(db);
  const changes = feed();
  changes.publish(newId(clock.now()), 'tasks');
  changes.publish(ada, 'tasks');
  await changes.close();
  const rows = await db.run('select topic from changes where user_id = $1', [ada]);
  expect(rows).toEqual([['tasks']]);
});

it('writes other changes when an account is being deleted while its change is written', async () => {
  const [ada, ben] = [await accountIn(db), await accountIn(db)];
  const changes = feed();
  await db.transaction(async (other) => {
    await other.run('delete from users where id = $1', [ben]);
    changes.publish(ada, 'keys');
    changes.publish(ben, 'tasks');
    await expect.poll(() => lockWaits(db)).toBe(1);
  });
  await expect
    .poll(() => db.run('select topic from changes where user_id in ($1, $2)', [ada, ben]))
    .toEqual([['keys']]);
});

it('retries a failed write', async () => {
  const ada = await accountIn(db);
  let away = true;
  let tries = 0;
  const changes = new ChangeFeed({
    db: db.intercepted((_call, proceed) => {
      tries += 1;
      return away ? Promise.reject(new DatabaseUnavailable(new Error('away'))) : proceed();
    }),
    clock,
    log: silentLog,
  });
  changes.publish(ada, 'tasks');
  await expect.poll(() => tries).toBe(1);
  away = false;
  await changes.close();
  expect(await db.run('select topic from changes where user_id = $1', [ada])).toEqual([['tasks']]);
});

it('reports another process’s change made while a change of this one waits to be written', async () => {
  const ada = await accountIn(db);
  const there = feed();
  const here = new ChangeFeed({
    db: db.intercepted(async (call, proceed) => {
      if (call.text.includes('insert into "changes"')) {
        there.publish(ada, 'tasks');
        await there.close();
      }
      return proceed();
    }),
    clock,
    log: silentLog,
  });
  open.push(here);
  const topics = here.watch(ada, AbortSignal.timeout(20_000));
  const first = topics.next();
  here.publish(ada, 'tasks');
  expect((await first).value).toBe('tasks');
  expect((await topics.next()).value).toBe('tasks');
  await topics.return(undefined);
});

it.each(['raised', 'first made'])(
  'reports another process’s change when the row is being %s there at the same time',
  async (how) => {
    const ada = await accountIn(db);
    const here = feed();
    const topics = here.watch(ada, AbortSignal.timeout(20_000));
    const first = topics.next();
    here.publish(ada, 'account');
    await first;
    const version = async () =>
      Number(
        (
          await db.run("select version from changes where user_id = $1 and topic = 'tasks'", [ada])
        ).flat()[0] ?? 0,
      );
    if (how === 'raised') {
      here.publish(ada, 'tasks');
      await topics.next();
      await expect.poll(version).toBeGreaterThan(0);
    }
    const there = `insert into changes (user_id, topic, version, changed_at) values ($1, 'tasks', 1, now())
      on conflict (user_id, topic) do update set version = changes.version + 1`;
    await db.transaction(async (other) => {
      await other.run(there, [ada]);
      here.publish(ada, 'tasks');
      expect(await topics.next()).toEqual({ value: 'tasks', done: false });
      await expect.poll(() => lockWaits(db)).toBe(1);
    });
    expect(await topics.next()).toEqual({ value: 'tasks', done: false });
    await topics.return(undefined);
  },
);

it('reports a deleted account that never had a change', async () => {
  const ada = await accountIn(db);
  const changes = feed();
  const stop = AbortSignal.timeout(20_000);
  const topics = changes.watch(ada, stop);
  const heard = topics.next();
  await new Promise<void>((begun) => void changes.watch(ada, stop, { onBegin: begun }).next());
  await db.run('delete from users where id = $1', [ada]);
  expect(await heard).toEqual({ value: 'account', done: false });
  await topics.return(undefined);
});
