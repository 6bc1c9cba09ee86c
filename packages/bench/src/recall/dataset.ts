import { aboutPeople, people, phrases, type Tongue } from './chatter.ts';
import { type Asked, english, type Fact, german, italian } from './facts.ts';

/** A turn of a generated conversation. */
export interface MadeTurn {
  readonly person: string;
  readonly reply: string;
}

interface Question {
  readonly text: string;
  readonly asked: Asked;
  readonly tongue: Tongue;
  /** The turn with the answer. */
  readonly needed: number;
}

/** A long conversation, and the questions at its end. */
export interface MadeConversation {
  readonly name: string;
  readonly turns: readonly MadeTurn[];
  readonly questions: readonly Question[];
}

/**
 * Long conversations of everyday talk in English, German, Italian and all three, with some facts stated once.
 * Generated from templates, the same each time.
 */
export function madeConversations(turnCount = 1_200): MadeConversation[] {
  return [
    made('English', turnCount, ['en'], 11),
    made('German', turnCount, ['de'], 23),
    made('Italian', turnCount, ['it'], 37),
    made('mixed', turnCount, ['en', 'de', 'it'], 53),
  ];
}

const facts: Readonly<Record<Tongue, readonly Fact[]>> = { en: english, de: german, it: italian };

interface Planted {
  readonly turn: MadeTurn;
  readonly questions?: readonly Omit<Question, 'needed'>[];
}

function made(name: string, turnCount: number, tongues: readonly Tongue[], seed: number): MadeConversation {
  const random = randomFrom(seed);
  const slots: Planted[][] = Array.from({ length: turnCount }, () => []);
  // The last tenth is in the prompt anyway.
  const put = (planted: readonly Planted[], from = 0, to = 0.9) =>
    slots[Math.floor((from + random() * (to - from)) * turnCount)]?.push(...planted);

  for (const tongue of tongues) {
    for (const fact of facts[tongue]) plantFact(fact, tongue, put);
    const share = Math.ceil(people.length / tongues.length);
    const first = tongues.indexOf(tongue) * share;
    for (const person of people.slice(first, first + share)) plantPerson(person, tongue, random, put);
    for (const fact of facts[tongue]) {
      for (const near of fact.near) put([{ turn: { person: near, reply: reply(tongue, random) } }], 0, 1);
    }
  }

  const turns: MadeTurn[] = [];
  const questions: Question[] = [];
  for (const planted of slots) {
    const tongue = pick(tongues, random);
    turns.push(chat(tongue, random));
    for (const { turn, questions: asked = [] } of planted) {
      questions.push(...asked.map((question) => ({ ...question, needed: turns.length })));
      turns.push(turn);
    }
  }
  return { name, turns, questions };
}

function plantFact(
  { turns, together, ask }: Fact,
  tongue: Tongue,
  put: (planted: readonly Planted[], from?: number, to?: number) => void,
): void {
  const questions = Object.entries(ask).map(([asked, text]) => ({ asked: asked as Asked, text, tongue }));
  const planted = turns.map(([person, replied], i) => ({
    turn: { person, reply: replied },
    ...(i === turns.length - 1 && { questions }),
  }));
  if (together) {
    put(planted);
    return;
  }
  for (const [i, one] of planted.entries()) {
    put([one], (0.9 * i) / planted.length, (0.9 * (i + 1)) / planted.length);
  }
}

/** Two facts about a person, and a question about one. */
function plantPerson(
  person: string,
  tongue: Tongue,
  random: () => number,
  put: (planted: readonly Planted[]) => void,
): void {
  const first = Math.floor(random() * 4);
  for (const offset of [0, 1]) {
    const about = aboutPeople[tongue][(first + offset) % 4];
    if (!about) continue;
    const turn = {
      person: about.said.replace('{p}', person).replace('{v}', pick(about.values, random)),
      reply: reply(tongue, random),
    };
    const question = { text: about.asked.replace('{p}', person), asked: 'same words' as const, tongue };
    put([{ turn, questions: offset === 0 ? [question] : [] }]);
  }
}

function chat(tongue: Tongue, random: () => number): MadeTurn {
  const { requests, topics } = phrases[tongue];
  const [a, b] = [pick(topics, random), pick(topics, random)];
  return {
    person: filled(pick(requests, random), a, b),
    reply: [0, 1, 2].map(() => filled(pick(phrases[tongue].sentences, random), a, b)).join(' '),
  };
}

const reply = (tongue: Tongue, random: () => number): string => chat(tongue, random).reply;

const filled = (text: string, a: string, b: string): string => text.replace('{a}', a).replace('{b}', b);

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
