import { migrationsFolder, storeTurn } from '@jarvis/core';
import { migrate } from '@jarvis/database';
import { accountId, grow, type Scale } from '@jarvis/testkit';
import { uuidv7 } from 'uuidv7';
import { ascending, quantile } from '../figures.ts';
import { bearerOf } from '../people.ts';
import { heading, line, quantiles } from '../report.ts';
import { launchJarvis, type World } from '../world.ts';

const words = {
  rare: 'hardly',
  common: 'everywhere',
  absent: 'nowhere',
  'two letters': 'er',
  some: 'sometimes',
};

/** Searching at growing amounts of data, and storing turns at the same time. */
export async function search(world: World, quick: boolean): Promise<void> {
  heading('Search: p95 of GET /api/conversations?q=');
  await world.create('growth');
  const db = world.open('growth');
  await migrate(db, migrationsFolder);
  const jarvis = await launchJarvis(world, 'growth', 'jarvis-growth');
  let stored: Scale = { large: 0, small: 0, long: 0 };
  const small: Scale = { large: 40, small: 30, long: 0 };
  const large: Scale = quick
    ? { large: 1_000, small: 500, long: 0 }
    : { large: 10_000, small: 45_000, long: 0 };
  const before: Record<string, number> = {};
  for (const scale of [small, large]) {
    await grow(db, stored, scale);
    stored = scale;
    const keys = { much: await bearerOf(db, accountId(0)), little: await bearerOf(db, accountId(7)) };
    const total = (scale.large * 10 + scale.small * 20).toLocaleString('en');
    for (const [whose, headers] of Object.entries(keys)) {
      for (const [kind, q] of Object.entries(words)) {
        const took: number[] = [];
        for (let i = 0; i < (quick ? 15 : 40); i += 1) {
          const startedAt = performance.now();
          const response = await fetch(`${jarvis.url}/api/conversations?q=${q}`, { headers });
          await response.arrayBuffer();
          if (response.status !== 200) throw new Error(`search answered ${response.status}`);
          if (i > 4) took.push(performance.now() - startedAt);
        }
        const p95 = quantile(ascending(took), 0.95);
        const of =
          whose === 'much' ? `an account of ${(scale.large * 10).toLocaleString('en')}` : 'an account of 20';
        const ratio =
          scale === large && whose === 'little' ? `, ${(p95 / (before[kind] ?? p95)).toFixed(2)} ×` : '';
        line(
          `${kind}, ${of}, ${total} in all`,
          `${p95.toFixed(1)} ms${ratio}`,
          whose === 'much' ? '25 ms' : '1.5 ×',
        );
        if (whose === 'little') before[kind] = p95;
      }
    }
  }
  const turns = world.open('growth');
  const took: number[] = [];
  const said = 'A sentence with several different words that somebody might say in a turn. '.repeat(4);
  for (let i = 0; i < (quick ? 150 : 1_000); i += 1) {
    const now = new Date().toISOString();
    const startedAt = performance.now();
    await storeTurn(turns, {
      userId: accountId(0),
      conversationId: `01900000-0000-7000-8000-${(i % 40).toString(16).padStart(12, '0')}`,
      userMessageId: uuidv7(),
      message: `${said}${uuidv7()}`,
      assistantMessageId: uuidv7(),
      reply: `${said}${said}${uuidv7()}`,
      extras: null,
      messageFromWeb: false,
      fromWeb: false,
      policyDenied: false,
      now,
    });
    took.push(performance.now() - startedAt);
  }
  line('storing a turn', quantiles(took), '2 ms, 15 ms p99');
  await Promise.all([turns.close(), db.close(), jarvis.stop()]);
}
