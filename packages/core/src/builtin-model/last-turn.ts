import { detectLanguage } from '../language/detect.ts';
import { anyOf, inAll, type Language, languages, vocabularies } from '../language/languages.ts';
import { partTimes } from '../time/grammar/read-time.ts';
import { calculate } from './arithmetic.ts';
import { type Entry, type Intent, intentsOf } from './intents.ts';
import type { PromptView } from './read-prompt.ts';
import { questionWord } from './recollect.ts';
import { withoutEnds, withoutSigns } from './request.ts';
import { spelled } from './spelling.ts';
import { understand } from './understand.ts';

/** What the last replies told and showed: all that later words can refer to. A model sees only their texts. */
export interface LastTurn {
  /** The changes that the last reply tells. */
  readonly changes: readonly Change[];
  /** What a reply named last, and its change, if it was one. */
  readonly named: Change | (Entry & { readonly did?: undefined }) | undefined;
  /** The entries of the last list, or the choices of the last question. */
  readonly entries: readonly Entry[];
  /** Of the calculation in the last reply. */
  readonly result: string | undefined;
}

/** `text`: the due date as it is told. */
interface Change extends Entry {
  readonly did: string;
  readonly language: Language;
  /** Its day, its time of day with the zone, and how it repeats. Each may be empty. */
  readonly day: string;
  readonly clock: string;
  readonly repeat: string;
  readonly reminds: boolean;
}

export function lastTurn({ replies }: Pick<PromptView, 'replies'>): LastTurn {
  const last = replies.at(-1) ?? '';
  const naming = replies.findLast((text) => text.includes('**')) ?? '';
  // "It" is none of several entries.
  const [named] = entriesOf(naming).length > 1 ? [] : boldIn(naming).slice(-1);
  return {
    changes: changesIn(last),
    named: changesIn(naming).findLast(({ name }) => name === named?.name) ?? named,
    entries: replies.map(entriesOf).findLast(({ length }) => length > 0) ?? [],
    result: /[=≈] \*\*([-\d.,]{1,40})\*\*$/.exec(last)?.[1],
  };
}

/** The names in bold type, each with the text behind it. */
const boldIn = (text: string): Entry[] =>
  Array.from(text.matchAll(/\*\*(.+?)\*\*([^*\n]*)/g), ([, name = '', behind = '']) => ({
    name: plain(name),
    text: plain(behind),
  }));
const plain = (text: string): string => text.replace(/\\(.)/g, '$1');

const changesIn = (reply: string): Change[] => reply.split('\n').flatMap((line) => changeIn(line) ?? []);

/** The change that a line of a reply tells; undefined for other lines. */
function changeIn(line: string): Change | undefined {
  for (const language of languages) {
    const { done, due, unreminded, willRemind } = vocabularies[language].says;
    for (const [did, said] of Object.entries(done)) {
      const [before, after = ''] = said.split('{}');
      const end = line.indexOf(`**${after}`, 2);
      if (!line.startsWith(`${before}**`) || end < 0) continue;
      const behind = line.slice(end + after.length);
      const [told = '', ...tail] = behind.split(new RegExp(` (?:${unreminded}|${willRemind})`));
      const reminds = tail.length > 0;
      const [, date = ''] = told.split(due.split('{}')[0] ?? '');
      const text = plain(date);
      return { did, name: boldIn(line)[0]?.name ?? '', text, language, ...dueIn(text, language), reminds };
    }
  }
  return undefined;
}

/** The parts of "Tue 8 Dec, 08:00 (UTC), in 10 days, every month on the second Tuesday.", as `sayTime` joins them. */
function dueIn(text: string, language: Language): Pick<Change, 'day' | 'clock' | 'repeat'> {
  // The full stop of "am 1." is also that of the sentence.
  const told = spelled(text, language).replace(/(?<!\b\d{1,2})\.$/, '');
  const parts = /^([^,(]+)(, [\d:]+)?( \([^)]+\))?(?:, [^,]+)?(?:, (.+))?$/.exec(told);
  const [, day = '', clock = '', zone = '', repeat = ''] = parts ?? [];
  return { day, clock: clock && `${clock.slice(2)}${zone}`, repeat };
}

/** In words that can be read again: "every 2 weeks on Thu, 08:00 (UTC), starting Thu 10 Dec". */
function timeOf({ day, clock, repeat, language }: Change): string {
  const [starting = ''] = vocabularies[language].time.plain.starting.split('|');
  const parts = repeat === '' ? [day, clock] : [repeat, clock, `${starting} ${day}`];
  return parts.filter((part) => part !== '').join(', ');
}

function entriesOf(reply: string): Entry[] {
  const lines = reply.split('\n').filter((line) => /^- [^…]/.test(line));
  const entries: Entry[] =
    reply.endsWith('?') || reply.includes('\n- **') ? boldIn(reply) : lines.map(entryIn);
  return entries.map((entry) => ({
    ...entry,
    isShared: lines.length > 0 && entries.filter(({ name }) => name === entry.name).length > 1,
  }));
}

/** A task may have its date behind it, a memory has nothing. */
function entryIn(line: string): Entry {
  const end = line.startsWith('- [') ? line.lastIndexOf(': ') : -1;
  const name = line.slice(0, end < 0 ? undefined : end).replace(/^- (?:\[[ x]\] )?/, '');
  return { name: plain(name), text: end < 0 ? '' : plain(line.slice(end)), isDone: line.startsWith('- [x]') };
}

const it = new RegExp(`^${anyOf((of) => of.rules.it)}$`, 'iu');
/** Between the items of a list. */
export const joint = new RegExp(` ${anyOf((of) => of.rules.and)} | ?, ?`, 'iu');

const opposites: Readonly<Record<string, Intent['kind']>> = {
  add_task: 'delete_task',
  complete_task: 'reopen_task',
  reopen_task: 'complete_task',
  delete_task: 'add_task',
};

/** The same request with names in place of "it", "the second one" and the like; none if nothing fits them. */
export function referring(intent: Intent, last: LastTurn, earlier: readonly string[]): Intent[] {
  const { named } = last;
  if (intent.kind === 'undo') {
    const undone = last.changes.flatMap((change) => undoing(change) ?? []);
    return undone.length > 0 ? undone : [intent];
  }
  if (intent.kind === 'correct_due') {
    const isSet = last.changes.some(({ did }) => did === 'add_task' || did === 'set_due');
    const when = intent.when ?? withNumber(intent.number ?? '', earlier.at(-1) ?? '');
    if (!named || when === undefined || (intent.isBare && !isSet)) return [];
    return named.did === 'create_schedule'
      ? [{ kind: 'change_schedule', schedule: named.name, when }]
      : [{ kind: 'set_due', task: named.name, when, entry: named }];
  }
  if (intent.kind === 'add_again') {
    const { title, when = '' } = intent;
    if (named?.did === 'add_task' || (title && named?.did === 'set_due')) return again(named, when, title);
    return title ? [{ ...intent, kind: 'add_task' }] : [];
  }
  const subject = (['task', 'schedule', 'memory'] as const).find((field) => intent[field] !== undefined);
  const words = subject && intent[subject];
  if (subject === undefined || words === undefined) return [intent];
  const chosen = words.split(joint).map((each) => byPlace(each, last)?.entry);
  if (chosen.every((entry) => entry !== undefined))
    return chosen.map((entry) => ({ ...intent, [subject]: entry.name, entry }));
  if (!it.test(words)) return [intent];
  if (named) return [{ ...intent, [subject]: named.name, entry: named }];
  // Without a task that was named, the reminder that was told last is meant.
  if (intent.kind !== 'set_due') return [intent];
  return intent.when === undefined ? [] : [{ kind: 'snooze_task', when: intent.when }];
}

function undoing(change: Change): Intent | undefined {
  const kind = opposites[change.did];
  if (kind === undefined) return undefined;
  if (kind !== 'add_task') return { kind, task: change.name, entry: change };
  const when = timeOf(change);
  return { kind, title: change.name, ...(when !== '' && { when }), ...(change.reminds && { remind: 0 }) };
}

/**
 * "And at 10": the same task on its day, or at its time on another day. A task without a time gets this one. "And at 7
 * to swim": another task on its day.
 */
function again(change: Change, said: string, other?: string): Intent[] {
  const { name, language, reminds } = change;
  const { day, repeats, isTimed } = partTimes(said, language);
  const isDayStated = day !== undefined || repeats;
  if (change.day === '' && !isDayStated && !other) return [{ kind: 'set_due', task: name, when: said }];
  const clock = isTimed || other ? [] : [change.clock].filter((text) => text !== '');
  const when =
    isDayStated || change.day === '' ? [said, ...clock].join(', ') : timeOf({ ...change, clock: said });
  return [{ kind: 'add_task', title: other ?? name, when, ...(reminds && { remind: 0 }) }];
}

/** "Make it 10", after "in 20 minutes"; undefined if that time has its number in words. */
function withNumber(number: string, last: string): string | undefined {
  const language = detectLanguage(last) ?? 'en';
  const { when, isTimed } = partTimes(last, language);
  const [atWord = ''] = vocabularies[language].time.plain.at.split('|');
  if (!isTimed) return `${atWord} ${number}`;
  return /\d/.test(when) ? when.replace(/\d+(?:[:.]\d\d)?(?=\D*$)/, number) : undefined;
}

const ordinals = inAll(({ rules: { filler, ordinals } }) => {
  const patterns = ordinals.words.split(' ').map((word) => new RegExp(`^${word}${ordinals.ending}$`, 'iu'));
  return { filler, patterns };
});

/** "The second one", of the list or of the choice that was shown last; undefined for other words. */
function byPlace(words: string, { entries }: LastTurn): { readonly entry: Entry | undefined } | undefined {
  for (const { filler, patterns } of ordinals) {
    const bare = words.replace(filler, ' ').trim();
    const n = patterns.findIndex((pattern) => pattern.test(bare));
    if (n >= 0) return { entry: entries.at(n === patterns.length - 1 ? -1 : n) };
  }
  return undefined;
}

/** What a message that is no request by itself adds to the last one. */
export function continuing({ message, earlier }: PromptView, last: LastTurn, language: Language): Intent[] {
  const { rules } = vocabularies[language];
  const asked = withoutSigns(message);
  // "And divided by 3?"
  for (const each of last.result === undefined ? [] : languages)
    for (const text of [asked, asked.replace(/^\S+ /, '')]) {
      const calculation = calculate(`${last.result} ${text}`, each);
      if (calculation) return [{ kind: 'calculation', calculation }];
    }
  // "And the second one too"
  const place = byPlace(withoutEnds(message, rules).replace(rules.politeEnd, ''), last);
  if (place) {
    const before = earlier.slice(-3).map((each) => understand(each, detectLanguage(each) ?? 'en').intents);
    const subject = before.flat().findLast(({ task }) => task !== undefined);
    return subject && place.entry ? [{ ...subject, task: place.entry.name, entry: place.entry }] : [];
  }
  // "And eggs"
  const things = rules.also.exec(message.trim())?.groups?.things?.replace(rules.politeEnd, '');
  if (things === undefined || last.named?.did !== 'add_task') return [];
  const isSaid = rules.stated.test(things) || questionWord.test(things) || things.endsWith('?');
  return isSaid ? [] : intentsOf('add_task', { things }, vocabularies[language]);
}
