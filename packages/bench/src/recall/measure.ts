import type { User } from '@jarvis/contract';
import type { Deps } from '@jarvis/core';
import { gatherContext, newId, tokensOf } from '@jarvis/core';
import type { Database } from '@jarvis/database';
import { personIn, testDeps } from '@jarvis/testkit';
import type { Tongue } from './chatter.ts';
import { type MadeTurn, madeConversations, type Question } from './dataset.ts';

/** Who chooses what the model is shown. */
export type Way =
  | 'ours'
  | 'newest turns only'
  | 'plain full-text ranking'
  | 'ours, from another conversation';

/** Whether one question's turn was among what the model is shown. */
export interface Outcome {
  readonly way: Way;
  readonly budgetTokens: number;
  readonly conversation: string;
  readonly question: Question;
  readonly shown: boolean;
  readonly ms: number;
}

export interface Measured {
  readonly turnCount: number;
  readonly outcomes: readonly Outcome[];
}

export interface MeasureOptions {
  readonly budgets: readonly number[];
  /** Of each conversation. */
  readonly turnCount?: number;
  /** To ask fewer questions. */
  readonly everyNth?: number;
}

/**
 * Asks every question of the made-up conversations at their end, and, for what is said elsewhere, in a new
 * conversation of an account whose hundred others they are.
 */
export async function measureRecall(
  db: Database,
  { budgets, turnCount, everyNth = 1 }: MeasureOptions,
): Promise<Measured> {
  const outcomes: Outcome[] = [];
  const made = madeConversations(turnCount).map((conversation) => ({
    ...conversation,
    questions: conversation.questions.filter((_, i) => i % everyNth === 0),
  }));
  for (const conversation of made) {
    const user = await personIn(db);
    const stored = await store(db, user, conversation.name, conversation.turns);
    for (const budgetTokens of budgets) {
      const newest = newestWithin(conversation.turns, budgetTokens);
      const newestHalf = newestWithin(conversation.turns, budgetTokens / 2);
      for (const question of conversation.questions) {
        const note = (way: Way, shown: boolean, ms = 0) =>
          outcomes.push({ way, budgetTokens, conversation: conversation.name, question, shown, ms });
        const needed = conversation.turns[question.needed];
        const ours = await isShown(
          db,
          user,
          budgetTokens,
          { message: question.text, conversationId: stored.id },
          needed,
        );
        note('ours', ours.shown, ours.ms);
        note('newest turns only', question.needed >= newest);
        const ranked = await byFullText(db, user.id, stored, question);

        note(
          'plain full-text ranking',
          question.needed >= newestHalf ||
            within(
              ranked.filter((at) => at < newestHalf),
              conversation.turns,
              budgetTokens / 2,
            ).includes(question.needed),
        );
      }
    }
  }

  const user = await personIn(db);
  const separate = made.filter(({ name }) => name !== 'mixed');
  const partTurns = 40;
  for (const { name, turns } of separate) {
    for (let from = 0; from < turns.length; from += partTurns) {
      await store(db, user, `${name} ${from / partTurns + 1}`, turns.slice(from, from + partTurns));
    }
  }
  for (const budgetTokens of budgets) {
    for (const { name, turns, questions } of separate) {
      for (const question of questions) {
        const { shown, ms } = await isShown(
          db,
          user,
          budgetTokens,
          { message: question.text },
          turns[question.needed],
        );
        outcomes.push({
          way: 'ours, from another conversation',
          budgetTokens,
          conversation: name,
          question,
          shown,
          ms,
        });
      }
    }
  }
  return { turnCount: made.reduce((sum, { turns }) => sum + turns.length, 0), outcomes };
}

interface Stored {
  readonly id: string;
  /** The place of a message's turn. */
  readonly places: ReadonlyMap<string, number>;
}

const startMs = Date.parse('2025-01-06T08:00:00Z');

/** A turn every two hours. */
async function store(db: Database, user: User, title: string, turns: readonly MadeTurn[]): Promise<Stored> {
  const id = newId(startMs);
  const last = new Date(startMs + turns.length * 7_200_000).toISOString();
  await db.run(
    `insert into conversations (user_id, id, title, titled_by, created_at, updated_at, last_message_at)
     values ($1, $2, $3, 'person', $4, $4, $4)`,
    [user.id, id, title, last],
  );
  const places = new Map<string, number>();
  const rows = turns.flatMap(({ person, reply }, place) => {
    const atMs = startMs + place * 7_200_000;
    return [person, reply].map((content, i) => {
      const messageId = newId(atMs);
      places.set(messageId, place);
      return {
        id: messageId,
        role: i === 0 ? 'user' : 'assistant',
        content,
        at: new Date(atMs).toISOString(),
      };
    });
  });
  await db.run(
    `insert into messages (user_id, id, conversation_id, role, content, policy_denied, created_at)
     select $1, m.id, $2, m.role, m.content, false, m.at
     from unnest($3::uuid[], $4::text[], $5::text[], $6::timestamptz[]) as m (id, role, content, at)`,
    [
      user.id,
      id,
      rows.map((row) => row.id),
      rows.map((row) => row.role),
      rows.map((row) => row.content),
      rows.map((row) => row.at),
    ],
    { deadlineMs: 60_000 },
  );
  return { id, places };
}

/** What a turn of the service would show its model. */
async function isShown(
  db: Database,
  user: User,
  budgetTokens: number,
  input: { message: string; conversationId?: string },
  needed: MadeTurn | undefined,
): Promise<{ shown: boolean; ms: number }> {
  if (!needed) throw new Error('a question needs a turn');
  const base = testDeps(db);
  const settings = { ...base.settings, modelContextTokens: budgetTokens };
  let failure: unknown;
  const warn = (fields: Record<string, unknown>) => {
    failure = fields.reason;
  };
  const deps: Deps = { ...base, settings, log: { ...base.log, warn } };
  const gather = async () => {
    failure = undefined;
    const since = performance.now();
    return { ...(await gatherContext(deps, user, input)), ms: performance.now() - since };
  };
  let gathered = await gather();
  // A turn goes on without recall when that takes too long, as on a machine that does a lot else; what is found is
  // measured here, not how soon.
  for (let tries = 5; failure !== undefined && tries > 0; tries -= 1) gathered = await gather();
  if (failure !== undefined) throw new Error(`recall failed: ${failure}`);
  const { instructions, messages, ms } = gathered;
  const shown =
    instructions.includes(needed.person) ||
    messages.slice(0, -1).some(({ content }) => content === needed.person);
  return { shown, ms };
}

const cost = ({ person, reply }: MadeTurn): number => tokensOf(person) + tokensOf(reply);

/** The place from which on all turns fit. */
function newestWithin(turns: readonly MadeTurn[], tokens: number): number {
  let left = tokens;
  for (let place = turns.length - 1; place >= 0; place -= 1) {
    left -= cost(turns[place] as MadeTurn);
    if (left < 0) return place + 1;
  }
  return 0;
}

function within(places: readonly number[], turns: readonly MadeTurn[], tokens: number): number[] {
  let left = tokens;
  return places.filter((place) => {
    const tokensHere = cost(turns[place] as MadeTurn);
    if (tokensHere > left) return false;
    left -= tokensHere;
    return true;
  });
}

const configurations: Record<Tongue, string> = { en: 'english', de: 'german', it: 'italian' };

/** As a first attempt would do it: any word of the question, stemmed in its language, ordered by ts_rank. */
async function byFullText(
  db: Database,
  userId: string,
  { id, places }: Stored,
  { text, tongue }: Question,
): Promise<number[]> {
  const config = configurations[tongue];
  const rows = await db.run(
    `select m.id from messages m, lateral (
       select replace(plainto_tsquery('${config}', $3)::text, '&', '|')::tsquery as query
     ) as q
     where m.user_id = $1 and m.conversation_id = $2 and to_tsvector('${config}', m.content) @@ q.query
     order by ts_rank(to_tsvector('${config}', m.content), q.query) desc limit 100`,
    [userId, id, text],
    { deadlineMs: 60_000 },
  );
  return [...new Set(rows.map(([messageId]) => places.get(messageId as string) ?? -1))];
}
