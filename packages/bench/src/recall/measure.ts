import type { User } from '@jarvis/contract';
import { type Deps, takeTurn, tokensOf } from '@jarvis/core';
import type { Database } from '@jarvis/database';
import {
  conversationIn,
  type ModelRequest,
  personIn,
  ScriptedModel,
  type Step,
  testDeps,
} from '@jarvis/testkit';
import type { Dialogue, Message, Question, Session } from './dialogues.ts';

/** Where the needed messages are stored, or, as a baseline, another method of choosing the prompt. */
export type Way =
  | 'in one conversation'
  | 'in one conversation, questions stored'
  | 'across conversations'
  | 'newest messages only'
  | 'plain full-text ranking';

/** One question, and the prompt that the model got. */
export interface Outcome {
  readonly way: Way;
  readonly budgetTokens: number;
  readonly dialogue: string;
  readonly question: Question;
  /** The share of the needed messages in the prompt. */
  readonly shown: number;
  /** Characters of earlier messages in the prompt, in place and recalled; 0 if unknown. */
  readonly chars: number;
  /** From the call to the request that reaches the model. */
  readonly ms: number;
}

/**
 * Asks every question of each dialogue in a turn of the service; the model is behind HTTP and records its requests. The
 * question comes at the end of one conversation that holds all sessions, or in a new conversation of an account that
 * holds each session of `together` as a conversation. The model refuses, so that nothing is stored. Exception: in the
 * way "questions stored" it answers without information, and each question follows all earlier ones and their replies.
 */
export async function measureRecall(
  db: Database,
  accounts: readonly (readonly Dialogue[])[],
  budgets: readonly number[],
): Promise<Outcome[]> {
  const model = await ScriptedModel.start();
  model.otherwise = () => ({ refuse: 400 });
  const stage: Stage = { db, model };
  const outcomes: Outcome[] = [];
  try {
    for (const dialogue of accounts.flat()) {
      const user = await personIn(db);
      const messages = dialogue.sessions.flatMap((session) => session.messages);
      const conversationId = await store(db, user, dialogue.sessions);
      await askAll(stage, user, { dialogue, budgets, conversationId, way: 'in one conversation' }, outcomes);
      for (const budgetTokens of budgets) {
        const asker = await personIn(db);
        const asked = await store(db, asker, dialogue.sessions);
        const way = 'in one conversation, questions stored';
        const asking = { dialogue, budgets: [budgetTokens], conversationId: asked, way } as const;
        await askAll(stage, asker, asking, outcomes);
      }
      for (const question of dialogue.questions) {
        const ranked = await byFullText(db, user.id, question.text, messages);
        for (const budgetTokens of budgets) {
          const note = (way: Way, chosen: readonly Message[]) => {
            const ids = new Set(chosen.map(({ id }) => id));
            const shown = question.needed.filter((id) => ids.has(id)).length / question.needed.length;
            outcomes.push({ way, budgetTokens, dialogue: dialogue.name, question, shown, chars: 0, ms: 0 });
          };
          note('newest messages only', within(messages.toReversed(), budgetTokens));
          const newest = within(messages.toReversed(), budgetTokens / 2);
          const others = ranked.filter((message) => !newest.includes(message));
          note('plain full-text ranking', [...newest, ...within(others, budgetTokens / 2)]);
        }
      }
    }
    for (const together of accounts) {
      const user = await personIn(db);
      for (const session of together.flatMap(({ sessions }) => sessions)) await store(db, user, [session]);
      for (const dialogue of together) {
        await askAll(stage, user, { dialogue, budgets, way: 'across conversations' }, outcomes);
      }
    }
  } finally {
    await model.close();
  }
  return outcomes;
}

interface Stage {
  readonly db: Database;
  readonly model: ScriptedModel;
}

interface Asking {
  readonly dialogue: Dialogue;
  readonly budgets: readonly number[];
  readonly way: Way;
  readonly conversationId?: string;
}

async function askAll(
  { db, model }: Stage,
  user: User,
  { dialogue, budgets, way, conversationId }: Asking,
  outcomes: Outcome[],
): Promise<void> {
  // As the server does by itself within a minute.
  await db.run('analyze messages', [], { deadlineMs: 60_000 });
  const contents = new Map(
    dialogue.sessions.flatMap(({ messages }) => messages.map(({ id, content }) => [id, oneLine(content)])),
  );
  for (const budgetTokens of budgets) {
    for (const question of dialogue.questions) {
      const step: Step = way.endsWith('stored') ? { say: knowsNothing(question.text) } : { refuse: 400 };
      const input = { message: question.text, ...(conversationId !== undefined && { conversationId }) };
      const { request, ms } = await ask({ db, model }, user, { budgetTokens, step, input });
      const { lines, chars } = shownIn(request);
      const shown = question.needed.filter((id) => lines.has(contents.get(id) ?? '')).length;
      outcomes.push({
        way,
        budgetTokens,
        dialogue: dialogue.name,
        question,
        shown: shown / question.needed.length,
        chars,
        ms,
      });
    }
  }
}

/** A reply of typical length without information, with all words of the question. */
const knowsNothing = (question: string): string =>
  `You asked: “${question}” I looked at all that you have told me before, and cannot say more about it for certain. Tell me more, and I will keep it in mind for the next time.`;

interface Turn {
  readonly budgetTokens: number;
  /** The model's step after it has recorded the request. */
  readonly step: Step;
  readonly input: { readonly message: string; readonly conversationId?: string };
}

/** One turn, and the request that reached the model. */
async function ask(
  { db, model }: Stage,
  user: User,
  { budgetTokens, step, input }: Turn,
): Promise<{ request: ModelRequest; ms: number }> {
  const base = testDeps(db, { model: model.model });
  let failure: unknown;
  const warn = (fields: Record<string, unknown>, message: string) => {
    if (message === 'recall failed') failure = fields.reason;
  };
  const deps: Deps = {
    ...base,
    settings: { ...base.settings, modelContextTokens: budgetTokens },
    log: { ...base.log, warn },
  };
  // A turn continues without recall when that takes too long, as on a busy machine; this measures what recall finds,
  // not how fast.
  for (let tries = 0; tries < 6; tries += 1) {
    failure = undefined;
    model.requests.length = 0;
    let askedMs = 0;
    model.otherwise = () => {
      askedMs ||= performance.now();
      return step;
    };
    const since = performance.now();
    await takeTurn(deps, user, input).catch(() => {});
    const [request] = model.requests;
    if (request && failure === undefined) return { request, ms: askedMs - since };
  }
  throw new Error(`recall failed: ${failure}`);
}

/** The earlier messages in the model's request, line by line. */
function shownIn({ messages }: ModelRequest): { lines: ReadonlySet<string>; chars: number } {
  const [system = '', ...said] = messages.slice(0, -1).map(({ content }) => content ?? '');
  const sections = [...system.matchAll(/^<([a-z-]+)>\n(.*?)\n<\/\1>$/gms)].map(([, , text]) => text ?? '');
  const recalled = sections.flatMap((section) => section.split('\n'));
  return {
    lines: new Set([...said.map(oneLine), ...recalled.map((line) => line.replace(/^(?:person|you): /, ''))]),
    chars: [...said, ...sections].reduce((sum, { length }) => sum + length, 0),
  };
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Stores sessions as one conversation, a message a minute; returns its id. */
const store = (db: Database, user: User, sessions: readonly Session[]): Promise<string> =>
  conversationIn(
    db,
    user.id,
    sessions.flatMap(({ atMs, messages }) =>
      messages.map(({ role, content }, i) => ({ role, content, atMs: atMs + i * 60_000 })),
    ),
    sessions[0]?.title,
  );

/** Takes messages from the front while the budget lasts. */
function within(messages: readonly Message[], budgetTokens: number): Message[] {
  let left = budgetTokens;
  const end = messages.findIndex(({ content }) => {
    left -= tokensOf(content);
    return left < 0;
  });
  return messages.slice(0, end < 0 ? messages.length : end);
}

/** A simple baseline: any word of the question, stemmed as English, ranked by ts_rank. */
async function byFullText(
  db: Database,
  userId: string,
  question: string,
  messages: readonly Message[],
): Promise<Message[]> {
  const rows = await db.run(
    `select m.place from messages m, lateral (
       select replace(plainto_tsquery('english', $2)::text, '&', '|')::tsquery as query
     ) as q
     where m.user_id = $1 and to_tsvector('english', m.content) @@ q.query
     order by ts_rank(to_tsvector('english', m.content), q.query) desc limit 300`,
    [userId, question],
    { deadlineMs: 60_000 },
  );
  return rows.flatMap(([place]) => messages[Number(place) - 1] ?? []);
}
