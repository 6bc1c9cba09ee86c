import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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
