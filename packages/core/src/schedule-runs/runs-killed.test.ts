import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accountIn, MovableClock, nodeFlags, testDeps } from '@jarvis/testkit';
import { databaseForFile, modelForFile } from '@jarvis/testkit/for-file';
import { amount, whole } from '@jarvis/testkit/whole';
import { expect, test, vi } from 'vitest';
import { planner } from './plan.ts';
import { runner } from './run.ts';

const db = await databaseForFile();
const model = await modelForFile();

const perRound = 6;

/** A process that plans and runs what is due, until it is killed. */
const asker = `
  import { planner, runner, systemClock } from '@jarvis/core';
  import { connect } from '@jarvis/database';
  import { silentLog, testDeps } from '@jarvis/testkit';
  import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
  const [, url, baseURL] = process.argv;
  const provider = createOpenAICompatible({ name: 'scripted', baseURL, includeUsage: true });
  const model = { name: 'scripted', builtin: false, languageModel: provider('scripted') };
  const db = connect({ url, poolSize: 4, applicationName: 'asker', log: silentLog });
  const deps = testDeps(db, { clock: systemClock, model });
  for (;;) {
    await planner()(deps).catch(() => {});
    await Promise.all([runner().round(deps), runner().round(deps)]).catch(() => {});
  }
`;
const startAsker = (): ChildProcess =>
  spawn(process.execPath, [...nodeFlags(), '--input-type=module', '-e', asker, db.url, model.url], {
    stdio: 'ignore',
  });

/** Schedules of that many accounts, all due now and only once. */
async function ask(): Promise<void> {
  for (let n = 0; n < perRound; n += 1) {
    const userId = await accountIn(db);
    await db.run(
      `insert into schedules
         (user_id, id, title, prompt, start, next_local, next_at, state, web_search, notify, created_by, created_at, updated_at)
       values ($1, gen_random_uuid(), 'Report', 'What is due?', '2026-01-01T08:00', '2026-01-01T08:00', now(), 'active',
         false, 'always', 'user', now(), now())`,
      [userId],
    );
  }
}

const numberOf = async (what: string): Promise<number> =>
  Number((await db.run(`select count(*)::int from ${what}`, []))[0]?.[0]);
const stored = () => numberOf('conversations');

// Only in the whole form: it takes two minutes, and reminders have the short form of it.
test.runIf(whole)(
  'when two processes are killed during runs, each run is stored once, with its notification',
  async () => {
    const rounds = amount(1, 20);
    model.otherwise = () => ({ say: 'Nothing is due, and this takes a while to say.', pieceMs: 10 });
    for (let round = 1; round <= rounds; round += 1) {
      const before = model.requests.length;
      const askers = [startAsker(), startAsker()];
      await ask();
      // Kills at another point of the round each time.
      const until = before + 1 + (round % perRound);
      await vi.waitUntil(() => model.requests.length >= until, { timeout: 60_000, interval: 1 });
      for (const process of askers) process.kill('SIGKILL');
      await Promise.all(askers.map((process) => once(process, 'exit')));
    }
    // When the leases of the killed ones have ended.
    const later = testDeps(db, { clock: new MovableClock(Date.now() + 200_000), model: model.model });
    await planner()(later);
    await runner().round(later);

    const all = rounds * perRound;
    expect(await numberOf(`schedule_runs where state = 'done'`)).toBe(all);
    expect(await numberOf('schedule_runs')).toBe(all);
    expect(await stored()).toBe(all);
    expect(await numberOf('(select distinct schedule_id from conversations) asked')).toBe(all);
    expect(await numberOf('notifications')).toBe(all);
    console.info(`${all} runs stored in ${rounds} rounds, ${model.requests.length} asked of the model`);
  },
  600_000,
);
