import { anyOf, type Language, vocabularies } from '../language/languages.ts';
import { type RequestKind, requestKinds, type Vocabulary } from '../language/vocabulary.ts';
import { memoryStatement } from '../memories/remember.ts';
import { sameTextKey } from '../text/fold.ts';
import type { Day } from '../time/grammar/days/day.ts';
import { partTimes } from '../time/grammar/read-time.ts';
import { calculate } from './arithmetic.ts';
import { type Intent, intentsOf, namedTask } from './intents.ts';

/** The requests of a part of a sentence: mostly one, or several things of one list. Empty if it asks for nothing. */
export function request(words: string, language: Language): Intent[] {
  const calculation = calculate(words, language);
  if (calculation) return [{ kind: 'calculation', calculation }];
  // Before the times are taken out: "by an hour" is a length.
  const untimed = matched(words, language, ['undo', 'by_place', 'postpone']);
  if (untimed.length > 0) return untimed;
  const { when, rest, day } = partTimes(words, language);
  const { rules, time } = vocabularies[language];
  const timed = when === '' ? movedToNumber(words, language) : matched(rest, language, timedKinds, when);
  const reminds = [words, rest.trim()].some((text) => time.reminds.test(text.replace(rules.politeness, '')));
  if (timed.length > 0 && timed.every(({ kind, when: at }) => at !== undefined || kind === 'by_place'))
    return reminded(timed, reminds);
  const found = matched(words, language, requestKinds);
  // "Erinnere mich morgen" names nothing yet: ", alte Fotos zu löschen" is what to be reminded of.
  if (found.some(({ kind, title = '' }) => kind === 'add_task' && sameTextKey(title) === sameTextKey(when)))
    return [];
  const asked = found.length > 0 || when === '' ? found : matched(rest, language, datedKinds, when);
  if (asked.length > 0)
    return asked.map((intent) => ({
      ...(intent.kind === 'list_tasks' && !intent.status && !intent.due && dueOn(day, when)),
      ...(intent.kind === 'list_tasks' &&
        rules.open.test(words) &&
        !rules.done.test(words) && { status: 'open' as const }),
      ...intent,
    }));
  const stated = memoryStatement(words);
  return stated === undefined ? [] : [{ kind: 'save_memory', content: stated }];
}

/** "Push it to 4", not "set the table for 4". */
function movedToNumber(words: string, language: Language): Intent[] {
  const { rules, time } = vocabularies[language];
  const [at, amount] = [time.plain.at, time.plain.for].map((list) => list.split('|')[0]);
  const { when, rest } = partTimes(words.replace(/ (?=\d{1,2}$)/, ` ${at} `), language);
  const isHour = when !== '' && !rules.corrects.test(rest.trim()) && !when.startsWith(`${amount} `);
  return isHour ? matched(rest, language, ['set_due'], when) : [];
}

/** "Show my tasks for tomorrow", "what is on the 30th?", "in December". "This week" is the next seven days. */
function dueOn(day: Day | undefined, when: string): Pick<Intent, 'due' | 'on'> {
  if (day?.is === 'fromToday' && day.days === 0) return { due: 'today' };
  if (day?.is === 'period' && day.unit === 'week' && day.count === 0) return { due: 'week' };
  return day ? { on: when } : {};
}

const reminded = (intents: readonly Intent[], reminds: boolean): Intent[] =>
  intents.map((intent) => (reminds && intent.kind === 'add_task' ? { ...intent, remind: 0 } : intent));

/** The first of these kinds of request that matches the words. `when`: the words for a time that were taken out. */
function matched(words: string, language: Language, kinds: readonly RequestKind[], when?: string): Intent[] {
  const vocabulary = vocabularies[language];
  const { politeEnd, politeness, requests } = vocabulary.rules;
  const said = words.trim();
  const polite = said.replace(ending, '').replace(politeEnd, '') || said;
  const plain = polite.replace(politeness, '') || polite;
  // "Can you add milk?" is a request, not a question.
  for (const text of plain === polite ? [plain] : [plain.replace(/(?<![ ?])[ ?]+$/, ''), polite])
    for (const kind of kinds)
      for (const pattern of requests[kind]) {
        const match = pattern.exec(text);
        const { task = '', memory = '', schedule = '' } = match?.groups ?? {};
        // "Delete last": no task whose title has this word.
        if (match && byPlace.test(namedTask(task || memory || schedule, vocabulary.rules.filler)))
          return [{ kind: 'by_place' }];
        // "Lösch die Milch nicht", "was ist diese Woche fällig"
        if (negated.test(task) || questionAlone.test(task)) continue;
        // "Delete all tasks due today" means neither all tasks nor one.
        const { when: date, rest } = partTimes(task, language);
        if (date !== '' && (rest.trim() === '' || everything.test(namedTask(rest, vocabulary.rules.filler))))
          return [{ kind: 'clear' }];
        const intents = match ? intentsOf(kind, match.groups ?? {}, vocabulary, when) : [];
        if (intents.length > 0 && intents.every(isComplete)) return intents;
      }
  return [];
}

/** The words for all tasks, or for all done ones. */
export const everything = new RegExp(`^${anyOf((of) => of.rules.all)}$`, 'iu');
const questionAlone = new RegExp(`^${anyOf((of) => of.rules.questions)}$`, 'iu');
const byPlace = new RegExp(`^${anyOf((of) => of.rules.places)}$`, 'iu');
const negated = new RegExp(`(?<!\\p{L})${anyOf((of) => of.rules.negation)}(?!\\p{L})`, 'iu');

/** Requests that a time belongs to, and those for what is due at one. */
const timedKinds = ['snooze_task', 'set_due', 'add_task'] as const;
const datedKinds = ['agenda', 'clear'] as const;

/** A request without an object ("delete it", "add") is incomplete. */
function isComplete(intent: Intent): boolean {
  return Object.values(intent).every((value) => typeof value !== 'string' || /[\p{L}\p{N}]/u.test(value));
}

/** "I need to call Anna tomorrow at 9", "dentist on Friday at 3". */
export function errand(sentence: string, language: Language): Intent[] {
  const vocabulary = vocabularies[language];
  const { rules, time } = vocabulary;
  const { when, rest, isDated } = partTimes(sentence, language);
  const whole = withoutEnds(withoutSigns(rest), rules).replace(rules.politeEnd, '');
  // "No, at 10" is about the last message.
  if ([rest.trim(), whole].some((text) => rules.corrects.test(text))) return [];
  // "Remind me tomorrow at 9, call Anna", and "remind me at 5", which names nothing else.
  const said =
    withoutEnds(whole.replace(time.reminds, '').replace(/^[,:] ?/, ''), rules) ||
    whole.replace(rules.politeness, '');
  const note = isDated && !time.asks.test(said) ? rules.notes.exec(said)?.groups : undefined;
  const isStated = [rules.stated, asking].some((words) => words.test(note?.title ?? ''));
  const groups = rules.intends.exec(said)?.groups ?? (note && !isStated ? { deed: note.title } : undefined);
  const added = groups ? intentsOf('add_task', groups, vocabulary, when) : [];
  // Of "remind me of it tomorrow" no remnant is left out: it points to something else.
  const isPointer = rules.pointers.test(whole);
  const named = added.map((task) => ({
    ...task,
    title: isPointer ? whole : (task.title?.replace(time.leftBehind, '') ?? ''),
  }));
  return reminded(named, time.reminds.test(sentence));
}

/** Words that begin a question, also inside a sentence: "what happened at 5". */
export const asking = new RegExp(`(?<!\\p{L})${anyOf((of) => of.rules.questions)}(?!\\p{L})`, 'iu');

const ending = /(?<![ .!])[ .!]+$/;

/** A sentence without the punctuation at its end, and without "and" or "also" before it. */
const withoutEnds = (sentence: string, { joins }: Pick<Vocabulary['rules'], 'joins'>): string =>
  sentence.trim().replace(ending, '').replace(joins, '');

/** Without the signs at its end, also that of a question. */
export const withoutSigns = (text: string): string => text.trim().replace(/(?<![ .!?])[ .!?]+$/, '');
