import type { NewTask } from '../../data/tasks.ts';
import type { TimeReading } from '../times/reading.ts';

/** A task while it is typed. */
export interface Draft {
  readonly text: string;
  /** Words that the person has struck: they do not mean a time. */
  readonly struck: readonly string[];
  /** The person has struck the default day. */
  readonly dayless: boolean;
}

export const emptyDraft: Draft = { text: '', struck: [], dayless: false };

/** The draft after typing: struck words that are gone from the text are forgotten. */
export function retyped(draft: Draft, text: string): Draft {
  if (text.trim() === '') return { ...emptyDraft, text };
  return { ...draft, text, struck: draft.struck.filter((words) => text.includes(words)) };
}

/** A letter of a language that is not parsed: a run of it is an unknown word that keeps the positions of the others. */
const blank = '\uA66E';

/** The text for parsing, with the struck words masked. */
export const masked = ({ text, struck }: Draft): string =>
  struck.reduce((masked, words) => masked.replace(words, blank.repeat(words.length)), text);

/** Restores the struck words in a part of the masked text that contains all of them. */
function unmasked(part: string, draft: Draft): string {
  const places = [...masked(draft).matchAll(runs)].map(({ index, 0: run }) =>
    draft.text.slice(index, index + run.length),
  );
  return part.replace(runs, () => places.shift() ?? '');
}
const runs = new RegExp(`${blank}+`, 'g');

type ChipKind = 'date' | 'time' | 'repeat' | 'day';

export interface Chip {
  readonly kind: ChipKind;
  /** The words of the text that it shows; none for the default day. */
  readonly words: readonly string[];
  /** Exactly one chip shows the day. */
  readonly tellsDay: boolean;
}

/** The chips of a reading, one for each kind. `day` is the default day. */
export function chipsOf(reading: TimeReading | undefined, { dayless }: Draft, day?: string): Chip[] {
  if (!reading?.start) return day && !dayless ? [{ kind: 'day', words: [], tellsDay: true }] : [];
  return (['date', 'time', 'repeat'] as const)
    .map((kind) => ({ kind, words: wordsOf(reading, kind) }))
    .filter(({ words }) => words.length > 0)
    .map((chip, index) => ({ ...chip, tellsDay: index === 0 }));
}

const wordsOf = ({ spans, asked }: TimeReading, kind: ChipKind) =>
  spans.filter((span) => span.kind === kind).map(({ start, end }) => asked.slice(start, end));

/** Turns the words of a chip into words of the title. */
export const strike = (draft: Draft, { kind, words }: Chip): Draft =>
  kind === 'day' ? { ...draft, dayless: true } : { ...draft, struck: [...draft.struck, ...words] };

/** The task to add. A text that contains only a time is also the title. */
export function taskOf(
  reading: TimeReading | undefined,
  draft: Draft,
  accountZone: string,
  day?: string,
): NewTask {
  const title = (reading && unmasked(reading.title, draft).trim()) || draft.text.trim();
  if (!reading?.start) return { title, ...(day && !draft.dayless && { due: { date: day } }) };
  const [date = '', time = null] = reading.start.split('T');
  const timeZone = reading.timeZone === accountZone ? null : reading.timeZone;
  const { repeat, afterCompletion } = reading;
  return {
    title,
    due: { date, time, timeZone: time === null ? null : timeZone },
    ...(repeat !== null && { repeat, afterCompletion }),
    ...(reading.kind === 'reminder' && { remind: 0 }),
  };
}
