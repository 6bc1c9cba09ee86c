import type { TaskDueFields } from '@jarvis/contract';
import type { TimeReading } from './reading.ts';

/** A task while it is typed. */
export interface Draft {
  readonly text: string;
  /** Words that the person does not mean as a time. */
  readonly struck: readonly string[];
  /** The day that counts where none is said was struck. */
  readonly dayless: boolean;
}

export const emptyDraft: Draft = { text: '', struck: [], dayless: false };

/** Typed on: what was struck is forgotten with its words. */
export function retyped(draft: Draft, text: string): Draft {
  if (text.trim() === '') return { ...emptyDraft, text };
  return { ...draft, text, struck: draft.struck.filter((words) => text.includes(words)) };
}

/** A letter of no language that is read: a run of it is an unknown word, and keeps the places of the others. */
const blank = '\uA66E';

/** The text as it is read: struck words are no words. */
export function masked({ text, struck }: Draft): string {
  return struck.reduce((masked, words) => masked.replace(words, blank.repeat(words.length)), text);
}

/** The words back in a part of the masked text that has all of them. */
function unmasked(part: string, draft: Draft): string {
  const places = [...masked(draft).matchAll(runs)].map(({ index, 0: run }) =>
    draft.text.slice(index, index + run.length),
  );
  return part.replace(runs, () => places.shift() ?? '');
}
const runs = new RegExp(`${blank}+`, 'g');

export type ChipKind = 'date' | 'time' | 'repeat' | 'day';

export interface Chip {
  readonly kind: ChipKind;
  /** What of the text it stands for; of the day that was not said, nothing. */
  readonly words: readonly string[];
  /** The day is told by one chip only, and always by one. */
  readonly tellsDay: boolean;
}

/** What was understood, one entry a kind. `day` is the day that counts where none is said. */
export function chipsOf(reading: TimeReading | undefined, { dayless }: Draft, day?: string): Chip[] {
  if (!reading?.start) return day && !dayless ? [{ kind: 'day', words: [], tellsDay: true }] : [];
  return (['date', 'time', 'repeat'] as const)
    .map((kind) => ({ kind, words: wordsOf(reading, kind) }))
    .filter(({ words }) => words.length > 0)
    .map((chip, index) => ({ ...chip, tellsDay: index === 0 }));
}

const wordsOf = ({ spans, asked }: TimeReading, kind: ChipKind) =>
  spans.filter((span) => span.kind === kind).map(({ start, end }) => asked.slice(start, end));

/** The words of a chip become words of the title. */
export const strike = (draft: Draft, { kind, words }: Chip): Draft =>
  kind === 'day' ? { ...draft, dayless: true } : { ...draft, struck: [...draft.struck, ...words] };

/** The task that is added. Text that says nothing but a time is its title too. */
export function taskOf(
  reading: TimeReading | undefined,
  draft: Draft,
  accountZone: string,
  day?: string,
): { readonly title: string; readonly due: TaskDueFields } {
  const title = (reading && unmasked(reading.title, draft).trim()) || draft.text.trim();
  if (!reading?.start) return { title, due: day && !draft.dayless ? { due: { date: day } } : {} };
  const [date = '', time = null] = reading.start.split('T');
  const timeZone = reading.timeZone === accountZone ? null : reading.timeZone;
  const { repeat, afterCompletion } = reading;
  return {
    title,
    due: {
      due: { date, time, timeZone: time === null ? null : timeZone },
      ...(repeat !== null && { repeat, afterCompletion }),
      ...(reading.kind === 'reminder' && { remind: 0 }),
    },
  };
}
