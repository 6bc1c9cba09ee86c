import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Database } from '@jarvis/database';
import { personIn, ScriptedModel } from '@jarvis/testkit';
import type { Dialogue } from './dialogues.ts';
import { keepManuals } from './manuals.ts';
import { ask, store } from './measure.ts';

/** A question on a manual. */
interface Asked {
  readonly text: string;
  /** Whether constants may be chosen on it: a hash of the id picks half of the set. */
  readonly forChoosing: boolean;
  /** The answer with its surroundings, in one line. */
  readonly needed: string;
}

/** The form of SQuAD. */
interface SquadFile {
  readonly data: readonly {
    readonly paragraphs: readonly {
      readonly context: string;
      readonly qas: readonly {
        readonly id: string;
        readonly question: string;
        readonly answers: readonly { readonly text: string; readonly answer_start: number }[];
      }[];
    }[];
  }[];
}

/** The amount of text that the service reads of a file. */
const charsMax = 1_000_000;
/** The number of characters before and after the answer that must be shown with it. */
const around = 20;

/** The paragraphs of a set in the form of SQuAD as one long text, with the questions on them. */
function manualIn(file: string): { text: string; questions: Asked[] } {
  const { data }: SquadFile = JSON.parse(readFileSync(file, 'utf8'));
  let text = '';
  const questions: Asked[] = [];
  for (const { context, qas } of data.flatMap(({ paragraphs }) => paragraphs)) {
    if (text.length + context.length > charsMax) break;
    text += `${context}\n\n`;
    for (const { id, question, answers } of qas) {
      const [answer] = answers;
      if (!answer || !context.startsWith(answer.text, answer.answer_start)) continue;
      const end = answer.answer_start + answer.text.length + around;
      const needed = oneLine(context.slice(Math.max(0, answer.answer_start - around), end));
      questions.push({ text: question, forChoosing: isEven(id), needed });
    }
  }
  return { text, questions };
}

const isEven = (id: string) => (createHash('sha256').update(id).digest()[0] ?? 0) % 2 === 0;

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The manual's place, seen from the turn that asks. */
const ways = ['attached', 'attached, long conversation', 'in another conversation'] as const;

/** The share of questions whose answer was shown, in the half for choosing and in the other half. */
export interface InManual {
  readonly way: (typeof ways)[number];
  readonly budgetTokens: number;
  readonly chosenOn: number;
  readonly keptBack: number;
}

/**
 * Asks each question on the manual, which was attached earlier in the same conversation, in the same conversation
 * followed by all messages of `dialogue`, or in another conversation while `dialogue` is a third one.
 */
export async function measureInManual(
  db: Database,
  file: string,
  dialogue: Dialogue,
  budgets: readonly number[],
): Promise<{ chars: number; questions: number; results: InManual[] }> {
  const { text, questions } = manualIn(file);
  const model = await ScriptedModel.start();
  const results: InManual[] = [];
  try {
    for (const way of ways) {
      const user = await personIn(db);
      const conversationId = await keepManuals(db, user, [text]);
      const long = await store(db, user, dialogue.sessions);
      if (way === 'attached, long conversation') await moveInto(db, user.id, long, conversationId);
      for (const budgetTokens of budgets) {
        const shown = { chosenOn: [] as boolean[], keptBack: [] as boolean[] };
        for (const question of questions) {
          const message = question.text;
          const input = way === 'in another conversation' ? { message } : { message, conversationId };
          const { request } = await ask({ db, model }, user, { budgetTokens, step: { refuse: 400 }, input });
          const prompt = request.messages
            .map(({ content }) => (content ?? '').replace(/^> /gm, ''))
            .join('\n');
          shown[question.forChoosing ? 'chosenOn' : 'keptBack'].push(
            oneLine(prompt).includes(question.needed),
          );
        }
        results.push({ way, budgetTokens, chosenOn: part(shown.chosenOn), keptBack: part(shown.keptBack) });
      }
    }
  } finally {
    await model.close();
  }
  return { chars: text.length, questions: questions.length, results };
}

const part = (all: readonly boolean[]) => all.filter(Boolean).length / all.length;

/** Appends the messages of a conversation to another one. */
async function moveInto(db: Database, userId: string, from: string, to: string): Promise<void> {
  await db.run(
    'update messages set conversation_id = $3, place = place + 1 where user_id = $1 and conversation_id = $2',
    [userId, from, to],
    { deadlineMs: 60_000 },
  );
  await db.run(
    `update conversations set message_count = (
       select count(*) from messages where user_id = $1 and conversation_id = $2
     ) where user_id = $1 and id = $2`,
    [userId, to],
  );
}
