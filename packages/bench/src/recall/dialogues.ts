import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MadeTurn, madeConversations } from './dataset.ts';

/** A long dialogue, and the questions about it. */
export interface Dialogue {
  readonly name: string;
  readonly sessions: readonly Session[];
  readonly questions: readonly Question[];
}

export interface Session {
  readonly title: string;
  readonly atMs: number;
  readonly messages: readonly Message[];
}

export interface Message {
  /** Unique in the dialogue. */
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

export interface Question {
  readonly text: string;
  /** Results are shown by kind. */
  readonly kind: string;
  /** The messages that contain the answer. */
  readonly needed: readonly string[];
}

/** Turns of a session in our own conversations. */
const turnsPerSession = 40;
const firstMs = Date.parse('2025-01-06T08:00:00Z');
const sessionMs = 80 * 3_600_000;

/** Our own set (dataset.ts): everyday talk in English, German, Italian and all three. */
export function ownDialogues(turnCount?: number): Dialogue[] {
  return madeConversations(turnCount).map(({ name, turns, questions }) => ({
    name,
    sessions: Array.from({ length: Math.ceil(turns.length / turnsPerSession) }, (_, n) => ({
      title: `${name} ${n + 1}`,
      atMs: firstMs + n * sessionMs,
      messages: turns
        .slice(n * turnsPerSession, (n + 1) * turnsPerSession)
        .flatMap((turn, i) => messagesOf(turn, n * turnsPerSession + i)),
    })),
    questions: questions.map(({ text, asked, needed }) => ({ text, kind: asked, needed: [`${needed}`] })),
  }));
}

const messagesOf = ({ person, reply }: MadeTurn, turn: number): Message[] => [
  { id: `${turn}`, role: 'user', content: person },
  { id: `${turn} reply`, role: 'assistant', content: reply },
];

interface LocomoFile {
  readonly dialogue: number;
  readonly sessions: readonly {
    /** Like "1:56 pm on 8 May, 2023". */
    readonly date: string;
    readonly turns: readonly { readonly id: string; readonly speaker: string; readonly text: string }[];
  }[];
  readonly questions: readonly {
    readonly question: string;
    readonly category: number;
    readonly evidence: readonly string[];
  }[];
}

/** LoCoMo's category numbers, as in its paper. */
const categories = ['', 'several sessions', 'time', 'open domain', 'one fact', 'adversarial'];

/**
 * Dialogues of LoCoMo (Maharana et al. 2024, CC BY-NC), one JSON file each: the first speaker's turns are the
 * person's, the other's are replies. Skips questions without evidence among the turns.
 */
export function locomoDialogues(folder: string): Dialogue[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.toSorted().map((name) => {
    const file = JSON.parse(readFileSync(join(folder, name), 'utf8')) as LocomoFile;
    const person = file.sessions[0]?.turns[0]?.speaker;
    const ids = new Set(file.sessions.flatMap(({ turns }) => turns.map(({ id }) => id)));
    return {
      name: `${file.dialogue}`,
      sessions: file.sessions.map(({ date, turns }) => ({
        title: 'New conversation',
        atMs: timeOf(date),
        messages: turns
          .filter(({ text }) => text.trim() !== '')
          .map(({ id, speaker, text }) => ({
            id,
            role: speaker === person ? ('user' as const) : ('assistant' as const),
            content: text.trim(),
          })),
      })),
      questions: file.questions
        .map(({ question, category, evidence }) => ({
          text: question,
          kind: categories[category] ?? `${category}`,
          needed: evidence.filter((id) => ids.has(id)),
        }))
        .filter(({ needed }) => needed.length > 0),
    };
  });
}

function timeOf(date: string): number {
  const [, hour, minute, half, day] = /^(\d+):(\d+) (am|pm) on (.+)$/.exec(date) ?? [];
  const ms = Date.parse(`${day} UTC`) + ((Number(hour) % 12) + (half === 'pm' ? 12 : 0)) * 3_600_000;
  if (Number.isNaN(ms)) throw new Error(`${date} is not a date as LoCoMo writes it`);
  return ms + Number(minute) * 60_000;
}
