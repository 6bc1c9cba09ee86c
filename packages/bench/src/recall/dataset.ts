import { aboutPeople, people, phrases, type Tongue } from './chatter.ts';
import type { Dialogue, Question } from './dialogues.ts';
import { english, type Fact, german, italian } from './facts.ts';

/**
 * Our own set: long conversations of everyday talk in English, German, Italian and all three, with some facts stated
 * once. Generated from templates, the same each time.
 */
export function ownDialogues(turnCount = 1_200): Dialogue[] {
  return [
    made('English', turnCount, ['en'], 11),
    made('German', turnCount, ['de'], 23),
    made('Italian', turnCount, ['it'], 37),
    made('mixed', turnCount, ['en', 'de', 'it'], 53),
  ];
}

const facts: Readonly<Record<Tongue, readonly Fact[]>> = { en: english, de: german, it: italian };

type Turn = Fact['turns'][number];

interface Planted {
  readonly turn: Turn;
  /** The questions about it, at the end of the dialogue. */
  readonly ask?: Fact['ask'] | undefined;
}

type Put = (planted: readonly Planted[], from?: number, to?: number) => void;

const turnsPerSession = 40;
const firstMs = Date.parse('2025-01-06T08:00:00Z');
const sessionMs = 80 * 3_600_000;

function made(name: string, turnCount: number, tongues: readonly Tongue[], seed: number): Dialogue {
  const random = randomFrom(seed);
  const slots: Planted[][] = Array.from({ length: turnCount }, () => []);
  // The last tenth is in the prompt anyway.
  const put: Put = (planted, from = 0, to = 0.9) =>
    slots[Math.floor((from + random() * (to - from)) * turnCount)]?.push(...planted);

  for (const tongue of tongues) {
    for (const fact of facts[tongue]) plantFact(fact, put);
    const share = Math.ceil(people.length / tongues.length);
    const first = tongues.indexOf(tongue) * share;
    for (const person of people.slice(first, first + share)) plantPerson(person, tongue, random, put);
    for (const { near } of facts[tongue])
      for (const request of near) put([{ turn: [request, reply(tongue, random)] }], 0, 1);
  }

  const turns: Turn[] = [];
  const questions: Question[] = [];
  for (const planted of slots) {
    turns.push(chat(pick(tongues, random), random));
    for (const { turn, ask = {} } of planted) {
      for (const [kind, text] of Object.entries(ask))
        questions.push({ text, kind, needed: [`${turns.length}`] });
      turns.push(turn);
    }
  }
  const messages = turns.map(
    ([person, reply], i) =>
      [
        { id: `${i}`, role: 'user', content: person },
        { id: `${i} reply`, role: 'assistant', content: reply },
      ] as const,
  );
  const sessions = Array.from({ length: Math.ceil(turns.length / turnsPerSession) }, (_, n) => ({
    title: `${name} ${n + 1}`,
    atMs: firstMs + n * sessionMs,
    messages: messages.slice(n * turnsPerSession, (n + 1) * turnsPerSession).flat(),
  }));
  return { name, sessions, questions };
}

function plantFact({ turns, together, ask }: Fact, put: Put): void {
  const planted = turns.map((turn, i) => ({ turn, ask: i === turns.length - 1 ? ask : undefined }));
  const groups = together ? [planted] : planted.map((one) => [one]);
  for (const [i, group] of groups.entries())
    put(group, (0.9 * i) / groups.length, (0.9 * (i + 1)) / groups.length);
}

/** Two facts about a person, and a question about one. */
function plantPerson(person: string, tongue: Tongue, random: () => number, put: Put): void {
  const first = Math.floor(random() * 4);
  for (const offset of [0, 1]) {
    const about = aboutPeople[tongue][(first + offset) % 4];
    if (!about) continue;
    const said = about.said.replace('{p}', person).replace('{v}', pick(about.values, random));
    const ask = { 'same words': about.asked.replace('{p}', person) };
    put([{ turn: [said, reply(tongue, random)], ask: offset === 0 ? ask : undefined }]);
  }
}

function chat(tongue: Tongue, random: () => number): Turn {
  const { requests, topics, sentences } = phrases[tongue];
  const [a, b] = [pick(topics, random), pick(topics, random)];
  const filled = (text: string) => text.replace('{a}', a).replace('{b}', b);
  const request = filled(pick(requests, random));
  return [request, [0, 1, 2].map(() => filled(pick(sentences, random))).join(' ')];
}

const reply = (tongue: Tongue, random: () => number): string => chat(tongue, random)[1];

function pick<T>(items: readonly T[], random: () => number): T {
  return items[Math.floor(random() * items.length)] as T;
}

/** Mulberry32: the same numbers from the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
