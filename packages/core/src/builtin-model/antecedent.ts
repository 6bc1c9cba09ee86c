import { detectLanguage } from '../language/detect.ts';
import { anyOf, type Language, languages, vocabularies } from '../language/languages.ts';
import type { Vocabulary } from '../language/vocabulary.ts';
import { partTimes } from '../time/grammar/read-time.ts';
import { calculate } from './arithmetic.ts';
import { type Intent, intentsOf } from './intents.ts';
import type { PromptView } from './read-prompt.ts';
import { questionWord } from './recollect.ts';
import { spelled } from './spelling.ts';
import { understand, withoutEnds, withoutSigns } from './understand.ts';

/** An intent whose antecedent is known. */
export type Known = Exclude<Intent, { kind: 'correct_due' }>;

const it = new RegExp(`^${anyOf((of) => of.rules.it)}$`, 'iu');
/** Between the items of a list. */
export const joint = new RegExp(` ${anyOf((of) => of.rules.and)} | ?, ?`, 'iu');

/**
 * "Delete it", "stop it", "no, tomorrow": the task or the schedule that the last replies named; "postpone it by an
 * hour", without such a task, means the reminder that was told last.
 */
export function withAntecedent(intent: Intent, shown: PromptView): Known[] {
  if (intent.kind === 'undo') return undone(shown) ?? [intent];
  const named = namesIn(lastNaming(shown)).at(-1);
  if (intent.kind === 'correct_due') {
    if (intent.isBare && !/add_task|set_due/.test(changeIn(shown.replies.at(-1) ?? '')?.did ?? '')) return [];
    const when = intent.when ?? withNumber(intent.number ?? '', shown);
    if (named === undefined || when === undefined) return [];
    return changeIn(lastNaming(shown))?.did === 'create_schedule'
      ? [{ kind: 'change_schedule', schedule: named, when }]
      : [{ kind: 'set_due', task: named, when }];
  }
  const { words, about } = subjectOf(intent);
  const chosen = words?.split(joint).map((each) => listed(each, shown)?.name);
  if (chosen?.every((name) => name !== undefined)) return chosen.map(about);
  if (words === undefined || !it.test(words)) return [intent];
  if (named !== undefined) return [about(named)];
  if (intent.kind !== 'set_due') return [intent];
  return intent.when === undefined ? [] : [{ kind: 'snooze_task', when: intent.when }];
}

/** "Make it 10", after "in 20 minutes"; undefined if that time has its number in words. */
function withNumber(number: string, { earlier }: PromptView): string | undefined {
  const last = earlier.at(-1) ?? '';
  const language = detectLanguage(last) ?? 'en';
  const { when, isTimed } = partTimes(last, language);
  const [atWord = ''] = vocabularies[language].time.plain.at.split('|');
  if (!isTimed) return `${atWord} ${number}`;
  return /\d/.test(when) ? when.replace(/\d+(?:[:.]\d\d)?(?=\D*$)/, number) : undefined;
}

/** The words for what the intent is about, and the same intent about something else. */
function subjectOf(intent: Known): { words?: string | undefined; about: (name: string) => Known } {
  if ('task' in intent) return { words: intent.task, about: (task) => ({ ...intent, task }) };
  if ('schedule' in intent) return { words: intent.schedule, about: (schedule) => ({ ...intent, schedule }) };
  if ('memory' in intent) return { words: intent.memory, about: (memory) => ({ ...intent, memory }) };
  return { about: () => intent };
}

export const namesIn = (text: string): string[] =>
  Array.from(text.matchAll(/\*\*(.+?)\*\*/g), ([, name = '']) => name.replace(/\\(.)/g, '$1'));

export const lastNaming = ({ replies }: PromptView): string =>
  replies.findLast((text) => text.includes('**')) ?? '';

const ordinals = Object.values(vocabularies).map(({ rules: { filler, ordinals } }) => {
  const patterns = ordinals.words.split(' ').map((word) => new RegExp(`^${word}${ordinals.ending}$`, 'iu'));
  return { filler, patterns };
});

/** "The second one", of the list or of the choice that the last replies show; undefined for other words. */
function listed(words: string, { replies }: PromptView): { readonly name: string | undefined } | undefined {
  for (const { filler, patterns } of ordinals) {
    const bare = words.replace(filler, ' ').trim();
    const n = patterns.findIndex((pattern) => pattern.test(bare));
    if (n < 0) continue;
    const entries = replies.map(entriesOf).findLast(({ length }) => length > 0) ?? [];
    return { name: entries.at(n === patterns.length - 1 ? -1 : n) };
  }
  return undefined;
}

function entriesOf(reply: string): string[] {
  if (reply.endsWith('?')) return namesIn(reply);
  const lines = reply.split('\n').filter((line) => /^- [^…]/.test(line));
  return lines.map((line) => {
    const [bold] = namesIn(line);
    // A task may have its date behind it, a memory has nothing.
    const end = line.startsWith('- [') ? line.lastIndexOf(': ') : -1;
    const text = line.slice(0, end < 0 ? undefined : end).replace(/^- (?:\[[ x]\] )?/, '');
    return bold ?? text.replace(/\\(.)/g, '$1');
  });
}

const opposites: Readonly<Record<string, 'add_task' | 'delete_task' | 'reopen_task' | 'complete_task'>> = {
  add_task: 'delete_task',
  complete_task: 'reopen_task',
  reopen_task: 'complete_task',
  delete_task: 'add_task',
};

/** The change that a line of a reply tells, its language, and the words after the name; undefined for other lines. */
function changeIn(line: string): { did: string; language: Language; behind: string } | undefined {
  for (const language of languages)
    for (const [did, said] of Object.entries(vocabularies[language].says.done)) {
      const [before, after = ''] = said.split('{}');
      const end = line.indexOf(`**${after}`, 2);
      if (line.startsWith(`${before}**`) && end > 0)
        return { did, language, behind: line.slice(end + after.length) };
    }
  return undefined;
}

/** The opposite of what the last reply says was done; undefined if it says nothing of the kind. */
function undone({ replies }: PromptView): Known[] | undefined {
  const found = (replies.at(-1) ?? '').split('\n').flatMap((line): Known[] => {
    const [name = ''] = namesIn(line);
    const { did = '', language = 'en', behind = '' } = changeIn(line) ?? {};
    const kind = opposites[did];
    if (kind !== 'add_task') return kind ? [{ kind, task: name }] : [];
    const { due, unreminded } = vocabularies[language].says;
    const [said, lost] = behind.split(` ${unreminded}`);
    const when = said?.split(due.split('{}')[0] ?? '')[1];
    const remind = lost === undefined ? {} : ({ remind: 0 } as const);
    return [{ kind, title: name, ...(when && { when: timeOf(when, language) }), ...remind }];
  });
  return found.length > 0 ? found : undefined;
}

/** The time of a due date in words: without the first day of a repeat, which has its own days, unless it is not read. */
function timeOf(due: string, language: Language): string {
  const isRead = (part: string) => {
    const { repeats, rest } = partTimes(part, language);
    return !repeats || rest.trim() === '';
  };
  const parts = spelled(due.replace(/\.$|\\/g, ''), language)
    .split(', ')
    .filter(isRead);
  const repeat = parts.findIndex((part) => partTimes(part, language).repeats);
  return repeat < 0
    ? parts.join(', ')
    : [...parts.slice(repeat), ...parts.filter((part) => /^\d/.test(part)).slice(0, 1)].join(', ');
}

/** "And the second one too", after a request for another one; "and eggs", after a task was added. */
export function alsoAsked(shown: PromptView, vocabulary: Vocabulary): Intent[] {
  const { message, earlier, replies } = shown;
  const { rules, says } = vocabulary;
  // "And divided by 3?"
  const result = /[=≈] \*\*([-\d.,]{1,40})\*\*$/.exec(replies.at(-1) ?? '')?.[1];
  const asked = withoutSigns(message);
  for (const language of result ? languages : [])
    for (const text of [asked, asked.replace(/^\S+ /, '')]) {
      const calculation = calculate(`${result} ${text}`, language);
      if (calculation) return [{ kind: 'calculation', calculation }];
    }
  const one = listed(withoutEnds(message, rules).replace(rules.politeEnd, ''), shown);
  if (one) {
    const intents = earlier.slice(-3).map((each) => understand(each, detectLanguage(each) ?? 'en').intents);
    const last = intents.findLast((each) => each.some((intent) => 'task' in intent)) ?? [];
    return one.name === undefined
      ? []
      : last.flatMap((intent) => ('task' in intent ? [{ ...intent, task: one.name ?? '' }] : [])).slice(0, 1);
  }
  const things = rules.also.exec(message.trim())?.groups?.things;
  const [added = ''] = (says.done.add_task ?? '').split('{}');
  if (things === undefined || !lastNaming(shown).startsWith(added)) return [];
  // "And on Friday": the same once more
  const [title = ''] = namesIn(lastNaming(shown));
  const remind = lastNaming(shown).includes(says.willRemind) ? ({ remind: 0 } as const) : {};
  if (languages.some((language) => partTimes(things, language).rest.trim() === ''))
    return [{ kind: 'add_task', title, when: things, ...remind }];
  const isSaid = rules.stated.test(things) || questionWord.test(things) || things.endsWith('?');
  return isSaid ? [] : intentsOf('add_task', { things }, vocabulary);
}
