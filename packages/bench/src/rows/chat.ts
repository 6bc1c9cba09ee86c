import { median } from '../figures.ts';
import { addConversation, addPerson, type Person } from '../people.ts';
import { heading, line, quantiles } from '../report.ts';
import type { Server } from '../servers/server.ts';
import type { World } from '../world.ts';

/** What the service adds to a turn whose model answers at once. */
export async function chatTurns(world: World, jarvis: Server, quick: boolean): Promise<void> {
  heading('A chat turn, beyond the model’s own time');
  const db = world.open('jarvis');
  const times = quick ? 40 : 150;
  let of200 = Number.NaN;
  for (const stored of [0, 200, 20_000]) {
    const person = await addPerson(db);
    const conversationId = stored === 0 ? undefined : await addConversation(db, person.userId, stored);
    await db.run('vacuum analyze messages', [], { prepared: false, deadlineMs: 9_900 });
    await sendTurns(jarvis, person, conversationId, 10);
    const before = await statementsOf(jarvis);
    const took = await sendTurns(jarvis, person, conversationId, times);
    const roundTrips = ((await statementsOf(jarvis)) - before) / times;
    const mid = median(took);
    if (stored === 200) of200 = mid;
    const flat = stored === 20_000 ? `, ${(mid / of200).toFixed(2)} × that at 200` : '';
    line(
      `${stored.toLocaleString('en')} stored messages`,
      `${quantiles(took)}, ${roundTrips.toFixed(1)} round trips${flat}`,
      stored === 20_000 ? '6 ms, 1.2 ×, 5 round trips' : '6 ms, 5 round trips',
    );
  }
  const person = await addPerson(db);
  await db.close();
  const waits: number[] = [];
  for (let i = 0; i < 2 * times; i += 1) waits.push(await firstToken(jarvis, person));
  // The first half warms up what only the web app asks for.
  line('to the first streamed token', quantiles(waits.slice(times)), '5 ms');
}

async function sendTurns(
  { url }: Server,
  { byKey }: Person,
  conversationId: string | undefined,
  times: number,
): Promise<number[]> {
  const took: number[] = [];
  const body = JSON.stringify({ message: 'What do you make of the number twelve?', conversationId });
  for (let i = 0; i < times; i += 1) {
    const startedAt = performance.now();
    const response = await fetch(`${url}/api/jarvis/chat`, {
      method: 'POST',
      headers: { ...byKey, 'content-type': 'application/json' },
      body,
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`chat answered ${response.status}: ${text}`);
    took.push(performance.now() - startedAt);
  }
  return took;
}

/** From sending the message, as the web app does, to the first piece of the reply. */
async function firstToken({ url }: Server, { bySession }: Person): Promise<number> {
  const startedAt = performance.now();
  const turnId = crypto.randomUUID();
  const watching = fetch(`${url}/trpc/chat.watch?input=${encodeURIComponent(JSON.stringify({ turnId }))}`, {
    headers: { ...bySession, accept: 'text/event-stream' },
  });
  const starting = fetch(`${url}/trpc/chat.start`, {
    method: 'POST',
    headers: { ...bySession, 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'What do you make of the number twelve?', requestId: turnId }),
  });
  let text = '';
  let took = Number.NaN;
  // To its end, as the page does, whose connection then serves again.
  for await (const piece of (await watching).body ?? []) {
    text += Buffer.from(piece).toString();
    if (Number.isNaN(took) && text.includes('That')) took = performance.now() - startedAt;
  }
  const started = await starting;
  if (started.status !== 200)
    throw new Error(`chat.start answered ${started.status}: ${await started.text()}`);
  await started.arrayBuffer();
  return took;
}

async function statementsOf(server: Server): Promise<number> {
  return Number((await server.ask('statements')).statements);
}
