import { accountIn, freshDatabase } from '@jarvis/testkit';
import { afterAll, expect, test } from 'vitest';
import { newId } from '../../ids.ts';
import { selectHits } from './queries.ts';
import { lookedUp } from './terms.ts';

const db = await freshDatabase({ poolSize: 1 });
afterAll(() => db.close());

/** An account with one conversation of so many messages, in which every word but `needle` is common. */
async function accountOf(messages: number): Promise<{ userId: string; conversationId: string }> {
  const userId = await accountIn(db);
  const conversationId = newId(Date.now());
  const now = new Date().toISOString();
  await db.run(
    `insert into conversations (user_id, id, title, titled_by, created_at, updated_at, last_message_at)
     values ($1, $2, 'Long', 'person', $3, $3, $3)`,
    [userId, conversationId, now],
  );
  await db.run(
    `insert into messages (user_id, id, conversation_id, place, role, content, policy_denied, created_at)
     select $1, uuidv7(), $2, i, case i % 2 when 0 then 'user' else 'assistant' end,
       'garden dinner wedding ' || case i when 4 then 'needle' else 'piano' end, false, $3
     from generate_series(1, $4::int) as i`,
    [userId, conversationId, now, messages],
    { deadlineMs: 60_000 },
  );
  return { userId, conversationId };
}

/** What recall reads for a message, by the plan that holds for any values and by the one for these. */
async function plansFor(userId: string, conversationId: string): Promise<string[]> {
  let call: { text: string; params: readonly unknown[] } | undefined;
  const recorder = db.intercepted((recorded, proceed) => {
    call = recorded;
    return proceed();
  });
  const words = lookedUp(['garden', 'dinner', 'wedding', 'needle', 'absent']);
  await selectHits(recorder, { userId, conversationId, elsewhere: true, words });
  const { text = '', params = [] } = call ?? {};
  const plans: string[] = [];
  for (const mode of ['force_generic_plan', 'force_custom_plan']) {
    await db.transaction(async (tx) => {
      await tx.run(`set local plan_cache_mode = ${mode}`, [], { prepared: false });
      const rows = await tx.run(`explain (analyze, buffers, timing off) ${text}`, params);
      plans.push(rows.map(([line]) => line).join('\n'));
    });
  }
  return plans;
}

const costOf = (plan: string): number => Number(/cost=[\d.]+\.\.([\d.]+)/.exec(plan)?.[1]);
const buffersOf = (plan: string): number => Number(/Buffers: shared hit=(\d+)/.exec(plan)?.[1]);

test('beyond the hits that a word may lead to, an account of many messages costs hardly more to search than one of fewer', {
  timeout: 120_000,
}, async () => {
  const few = await accountOf(6_000);
  const many = await accountOf(18_000);
  await db.run('analyze messages', [], { deadlineMs: 60_000 });
  for (const { userId, conversationId } of [few, many]) {
    for (const plan of await plansFor(userId, conversationId)) {
      expect(plan).not.toMatch(/Seq Scan on messages/);
      expect(plan).toMatch(/Bitmap Index Scan on messages_recall/);
    }
  }
  const [before] = await plansFor(few.userId, few.conversationId);
  const [after] = await plansFor(many.userId, many.conversationId);
  expect(buffersOf(after ?? '')).toBeLessThan(1.5 * buffersOf(before ?? '') + 20);
  // Above 100,000 Postgres compiles a plan, which takes longer than all of recall may.
  expect(costOf(after ?? '')).toBeLessThan(1.5 * costOf(before ?? ''));
  expect(costOf(after ?? '')).toBeLessThan(20_000);
});
