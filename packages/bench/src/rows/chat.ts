import type { Database } from '@jarvis/database';
import { median } from '../figures.ts';
import type { Work } from '../load.ts';
import { addConversation, addPerson, type Person } from '../people.ts';
import { compare, heading, line, quantiles } from '../report.ts';
import type { JarvisServer } from '../servers/jarvis.ts';
import type { Server } from '../servers/server.ts';
import { launchFloor, type World } from '../world.ts';
import { takeTurns } from './side-by-side.ts';

const question = 'What do you make of the number twelve?';

/** The time of a turn whose model answers at once, and the model's part of it. */
export async function chatTurns(world: World, jarvis: JarvisServer, quick: boolean): Promise<void> {
  heading('A chat turn with a model that answers at once');
  const db = world.open();
  const times = quick ? 40 : 150;
  const talks: Talk[] = [];
  for (const stored of [0, 200, 20_000]) {
    const person = await addPerson(db);
    const conversationId = stored === 0 ? undefined : await addConversation(db, person.userId, stored);
    talks.push({ stored, person, conversationId, took: [] });
  }
  await db.run('vacuum analyze messages', [], { prepared: false, deadlineMs: 9_900 });
  // Alternating, so that other load on the machine affects all alike; the first third warms up.
  for (let i = 0; i < times * 1.5; i += 1) {
    for (const talk of talks) {
      const ms = await sendTurn(jarvis, talk);
      if (i >= times / 2) talk.took.push(ms);
    }
  }
  const of200 = median(talks[1]?.took ?? []);
  for (const talk of talks) {
    const before = await jarvis.statements();
    for (let i = 0; i < 10; i += 1) await sendTurn(jarvis, talk);
    const roundTrips = ((await jarvis.statements()) - before) / 10;
    const isLong = talk.stored === 20_000;
    const flat = isLong ? `, ${(median(talk.took) / of200).toFixed(2)} × that at 200` : '';
    line(
      `${talk.stored.toLocaleString('en')} stored messages`,
      `${quantiles(talk.took)}, ${roundTrips.toFixed(1)} round trips${flat}`,
      isLong ? '6 ms, 1.2 ×, 5 round trips' : '6 ms, 5 round trips',
    );
  }
  line('of it the model and the way to it', quantiles(await askedDirectly(world.model.url, times)));
  const person = await addPerson(db);
  await besideFloor(world, db, jarvis, quick);
  await db.close();
  const waits: number[] = [];
  for (let i = 0; i < 2 * times; i += 1) waits.push(await firstToken(jarvis, person));
  // The first half warms up code that only the web app uses.
  line('to the first streamed token', quantiles(waits.slice(times)), '5 ms');
}

/**
 * Whole turns, the model's part included: one question again and again in long conversations of one person, which costs
 * recall the most, and different ones in short conversations of many people.
 */
async function besideFloor(world: World, db: Database, jarvis: JarvisServer, quick: boolean): Promise<void> {
  const floor = await launchFloor(world);
  const workIn = async (person: Person, messages: number, message: string): Promise<Work> => {
    const body = JSON.stringify({
      message,
      conversationId: await addConversation(db, person.userId, messages),
    });
    return { path: '/api/jarvis/chat', method: 'POST', body, headers: person.byKey };
  };
  const inLong = async (connections: number): Promise<Work[]> => {
    const person = await addPerson(db);
    return Promise.all(Array.from({ length: connections }, () => workIn(person, 200, question)));
  };
  const inShort = (): Promise<Work[]> =>
    Promise.all(
      Array.from({ length: 400 }, async (_, i) => workIn(await addPerson(db), 10, `What of number ${i}?`)),
    );
  for (const [length, works] of [
    ['200', inLong],
    ['10', inShort],
  ] as const) {
    for (const connections of [1, 16]) {
      const contestants = [
        [jarvis, await works(connections)],
        [floor, await works(connections)],
      ] as const;
      await db.run('vacuum analyze messages', [], { prepared: false, deadlineMs: 9_900 });
      const rounds = await takeTurns(contestants, connections, quick);
      compare(`a chat turn in a conversation of ${length} messages, ${connections} at a time`, rounds, {
        floor: '0.5',
      });
    }
  }
  await floor.stop();
}

interface Talk {
  readonly stored: number;
  readonly person: Person;
  readonly conversationId: string | undefined;
  /** Milliseconds. */
  readonly took: number[];
}

async function sendTurn({ url }: Server, { person, conversationId }: Talk): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${url}/api/jarvis/chat`, {
    method: 'POST',
    headers: { ...person.byKey, 'content-type': 'application/json' },
    body: JSON.stringify({ message: question, conversationId }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`chat answered ${response.status}: ${text}`);
  return performance.now() - startedAt;
}

/** From sending the message, like the web app, to the first piece of the reply. */
async function firstToken({ url }: Server, { bySession }: Person): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${url}/trpc/chat.start?batch=1`, {
    method: 'POST',
    headers: { ...bySession, 'content-type': 'application/json', 'trpc-accept': 'application/jsonl' },
    body: JSON.stringify({ 0: { message: question } }),
  });
  let text = '';
  let took = Number.NaN;
  // Reads to the end, like the page does, so that the connection can be reused.
  for await (const piece of response.body ?? []) {
    text += Buffer.from(piece).toString();
    if (Number.isNaN(took) && text.includes('That')) took = performance.now() - startedAt;
  }
  if (Number.isNaN(took)) throw new Error(`chat.start answered ${response.status}: ${text}`);
  return took;
}

/** The same question to the model without the service. */
async function askedDirectly(url: string, times: number): Promise<number[]> {
  const took: number[] = [];
  for (let i = 0; i < times * 1.5; i += 1) {
    const startedAt = performance.now();
    const response = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'stub', messages: [{ role: 'user', content: 'What of twelve?' }] }),
    });
    await response.text();
    if (i >= times / 2) took.push(performance.now() - startedAt);
  }
  return took;
}
