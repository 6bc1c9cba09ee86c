import { detectLanguage } from '../language/detect.ts';
import { anyOf, inAll, type Language, languages, vocabularies } from '../language/languages.ts';
import { toolWords } from '../language/tool-words.ts';
import type { SmallTalk, Vocabulary } from '../language/vocabulary.ts';
import { filled } from '../text/filled.ts';
import { fold } from '../text/fold.ts';
import { describeFiles } from './files.ts';
import { type Intent, intentsOf } from './intents.ts';
import { type Called, records, type Shown } from './read-prompt.ts';
import { contentWords, nameOf, questionWord, recollect } from './recollect.ts';
import { describeCalculation, describeCall, describeDate, describeDue } from './reply.ts';
import { understand } from './understand.ts';

interface ToolCall {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

/** The next step of a language model: calls of tools, or an answer. A pure function of the prompt. */
export function nextStep(shown: Shown): { calls: ToolCall[] } | { text: string } {
  const detected = detectLanguage(shown.message);
  const understood = understand(shown.message, detected ?? languageAround(shown));
  const language = detected ?? understood.language;
  const vocabulary = vocabularies[language];
  const asked = understood.intents.length > 0 ? understood.intents : alsoAsked(shown, vocabulary);
  const intents = asked.flatMap((intent) => withAntecedent(intent, shown));
  const calls = intents.flatMap((intent) => [
    ...callsFor(intent, shown),
    ...callsInstead(intent, shown, vocabulary),
  ]);
  if (calls.length === 0 && intents.length === 0 && asksForDue(shown))
    calls.push({ tool: 'list_tasks', input: {} });
  if (calls.length > 0) return { calls };
  if (foundNothing(shown)) return { calls: [{ tool: 'nothing_to_report', input: {} }] };
  return { text: answer(intents, shown, vocabulary) };
}

/** Whether it may report that nothing was found: everything it looked for is empty. */
const foundNothing = ({ called, offered }: Shown): boolean =>
  offered.has('nothing_to_report') &&
  called.length > 0 &&
  called.every(
    ({ tool, output: { ok, count, results } }) =>
      tool !== 'nothing_to_report' &&
      ok === true &&
      (count === 0 || (Array.isArray(results) && results.length === 0)),
  );

/** The likely language of a message that does not show it: of the instructions, else of earlier messages. */
function languageAround({ instructions, earlier }: Shown): Language {
  const named = languageLine.exec(instructions)?.[1];
  return (
    languages.find((language) => vocabularies[language].name === named) ??
    earlier.map(detectLanguage).findLast((found) => found !== undefined) ??
    'en'
  );
}

const languageLine = new RegExp(`^Language: .*\\b(${inAll(({ name }) => name).join('|')})\\b`, 'm');
const everything = new RegExp(`^${anyOf((of) => of.rules.all)}$`, 'iu');
const done = new RegExp(
  anyOf((of) => of.rules.done),
  'i',
);
const asksWhen = new RegExp(`^${anyOf((of) => of.rules.asksWhen)}(?!\\p{L})`, 'iu');
const it = new RegExp(`^${anyOf((of) => of.rules.it)}$`, 'iu');
const and = anyOf((of) => of.rules.and);
const joined = new RegExp(`\\s${and}\\s|,`, 'iu');
const joint = new RegExp(` ${and} | ?, ?`, 'iu');

/** The remaining calls of an intent; none if its tool is not offered or was already called. */
function callsFor(intent: Intent, { called, offered }: Shown): ToolCall[] {
  if (!isForTool(intent) || !offered.has(intent.kind)) return [];
  const { list, inputs } = targetsOf(intent, called);
  if (list) return offered.has('list_tasks') ? [{ tool: 'list_tasks', input: list }] : [];
  return inputs
    .filter((input) => !called.some((call) => call.tool === intent.kind && same(call.input, input)))
    .map((input) => ({ tool: intent.kind, input }));
}

/** An intent whose antecedent is known. */
type Known = Exclude<Intent, { kind: 'correct_due' }>;
type ForTool = Exclude<Known, { kind: SmallTalk | 'calculation' }>;
const isForTool = (intent: Intent): intent is ForTool => intent.kind in toolWords;

const bulkKinds = new Set<Intent['kind']>(['complete_task', 'reopen_task', 'delete_task']);

const bulkMax = 50;

interface Targets {
  /** The list that is needed first. */
  readonly list?: { readonly status?: string };
  /** Of the intent's calls. */
  readonly inputs: readonly Record<string, unknown>[];
  /** The number of tasks beyond `bulkMax`. */
  readonly left: number;
}

/** "Delete all done tasks", "finish milk and bread": first the list, then a call for each task. */
function targetsOf(intent: Intent, called: readonly Called[]): Targets {
  const one = { inputs: [inputOf(intent)], left: 0 };
  if (!('task' in intent) || !bulkKinds.has(intent.kind)) return one;
  const isAll = everything.test(intent.task);
  if (!isAll && !joined.test(intent.task)) return one;
  const list = isAll ? listOfAll(intent.kind, intent.task) : {};
  const listed = called.find(({ tool, input }) => tool === 'list_tasks' && same(input, list));
  if (!listed) return { list, inputs: [], left: 0 };
  const tasks = records(listed.output.tasks);
  if (!isAll) return { inputs: eachOf(intent.task, tasks), left: 0 };
  const all = tasks.slice(0, bulkMax).map(({ id }) => ({ task: String(id) }));
  return { inputs: all, left: Number(listed.output.count) - all.length };
}

function listOfAll(kind: Intent['kind'], words: string): { status?: string } {
  if (kind === 'complete_task') return { status: 'open' };
  return kind === 'reopen_task' || done.test(words) ? { status: 'done' } : {};
}

/** The items of a list, unless one task has all of its words. */
function eachOf(words: string, tasks: Record<string, unknown>[]): { task: string }[] {
  const all = contentWords(words);
  const isOne = tasks.some(({ title }) => {
    const own = contentWords(String(title));
    return [...all].every((word) => own.has(word));
  });
  const parts = words.split(joint).filter((part) => part.trim() !== '');
  return isOne ? [{ task: words }] : parts.map((task) => ({ task }));
}

/** "Delete the morning report": without such a task, the schedule of exactly this name. */
function callsInstead(intent: Intent, { called, offered }: Shown, { rules }: Vocabulary): ToolCall[] {
  if (intent.kind !== 'delete_task' || !offered.has('delete_schedule')) return [];
  const input = inputOf(intent);
  const missed = called.some(
    ({ tool, input: asked, output }) =>
      tool === 'delete_task' && same(asked, input) && output.reason === 'not_found',
  );
  if (!missed) return [];
  const listed = called.find(({ tool }) => tool === 'list_schedules');
  if (!listed) return [{ tool: 'list_schedules', input: {} }];
  const schedules = records(listed.output.schedules);
  const plain = (name: string) => fold(name).replace(rules.filler, ' ').replace(/\s+/g, ' ').trim();
  const [named, another] = schedules.filter(({ title }) => plain(String(title)) === plain(intent.task));
  const wanted = { tool: 'delete_schedule', input: { schedule: String(named?.id) } };
  const isDone = called.some(({ tool, input: asked }) => tool === wanted.tool && same(asked, wanted.input));
  return named && !another && !isDone ? [wanted] : [];
}

function inputOf(intent: Intent): Record<string, unknown> {
  // The rest of such a question is for the answer.
  if (intent.kind === 'current_date') return intent.when === undefined ? {} : { when: intent.when };
  const { kind: _, ...input } = intent;
  return input;
}

/** Whether two inputs are the same call. A tool's schema changes the order of fields and leaves out missing ones. */
const same = (a: Record<string, unknown>, b: Record<string, unknown>): boolean =>
  Object.keys({ ...a, ...b }).every((field) => a[field] === b[field]);

/**
 * "Delete it", "stop it", "no, tomorrow": the task or the schedule that the last replies named; "postpone it by an
 * hour", without such a task, means the reminder that was told last.
 */
function withAntecedent(intent: Intent, shown: Shown): Known[] {
  if (intent.kind === 'undo') return undone(shown) ?? [intent];
  const named = namesIn(lastNaming(shown)).at(-1);
  if (intent.kind === 'correct_due')
    return named === undefined ? [] : [{ kind: 'set_due', task: named, when: intent.when }];
  const { words, about } = subjectOf(intent);
  const chosen = words?.split(joint).map((each) => listed(each, shown)?.name);
  if (chosen?.every((name) => name !== undefined)) return chosen.map(about);
  if (words === undefined || !it.test(words)) return [intent];
  if (named !== undefined) return [about(named)];
  if (intent.kind !== 'set_due') return [intent];
  return intent.when === undefined ? [] : [{ kind: 'snooze_task', when: intent.when }];
}

/** The words for what the intent is about, and the same intent about something else. */
function subjectOf(intent: Known): { words?: string | undefined; about: (name: string) => Known } {
  if ('task' in intent) return { words: intent.task, about: (task) => ({ ...intent, task }) };
  if ('schedule' in intent) return { words: intent.schedule, about: (schedule) => ({ ...intent, schedule }) };
  if ('memory' in intent) return { words: intent.memory, about: (memory) => ({ ...intent, memory }) };
  return { about: () => intent };
}

const namesIn = (text: string): string[] =>
  Array.from(text.matchAll(/\*\*(.+?)\*\*/g), ([, name = '']) => name.replace(/\\(.)/g, '$1'));

const lastNaming = ({ replies }: Shown): string => replies.findLast((text) => text.includes('**')) ?? '';

const ordinals = Object.values(vocabularies).map(({ rules: { filler, ordinals } }) => {
  const patterns = ordinals.words.split(' ').map((word) => new RegExp(`^${word}${ordinals.ending}$`, 'iu'));
  return { filler, patterns };
});

/** "The second one", of the list or of the choice that the last replies show; undefined for other words. */
function listed(words: string, { replies }: Shown): { readonly name: string | undefined } | undefined {
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

const opposites = [
  ['add_task', 'delete_task'],
  ['complete_task', 'reopen_task'],
  ['reopen_task', 'complete_task'],
  ['delete_task', 'add_task'],
] as const;

/** The opposite of what the last reply says was done; undefined if it says nothing of the kind. */
function undone({ replies }: Shown): Known[] | undefined {
  const found = (replies.at(-1) ?? '').split('\n').flatMap((line): Known[] => {
    const [name = ''] = namesIn(line);
    const [, kind] =
      opposites.find(([did]) =>
        Object.values(vocabularies).some(({ says }) => {
          const [before, after] = (says.done[did] ?? '').split('{}');
          return line.startsWith(`${before}**`) && line.includes(`**${after}`);
        }),
      ) ?? [];
    if (kind === undefined) return [];
    return [kind === 'add_task' ? { kind, title: name } : { kind, task: name }];
  });
  return found.length > 0 ? found : undefined;
}

/** "And the second one too", after a request for another one; "and eggs", after a task was added. */
function alsoAsked(shown: Shown, vocabulary: Vocabulary): Intent[] {
  const { message, earlier } = shown;
  const { rules, says } = vocabulary;
  const said = message
    .trim()
    .replace(/(?<![ .!])[ .!]+$/, '')
    .replace(rules.joins, '')
    .replace(rules.politeEnd, '');
  const one = listed(said, shown);
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
  const isSaid = rules.stated.test(things) || questionWord.test(things) || things.endsWith('?');
  return isSaid ? [] : intentsOf('add_task', { things }, vocabulary);
}

/** "When is the dentist?": the list may have it. */
const asksForDue = ({ message, called, offered }: Shown): boolean =>
  asksWhen.test(message) && called.length === 0 && offered.has('list_tasks');

/** The dates of the open tasks that the question is about; undefined if there are none. */
function dueOfAsked({ message, called }: Shown): string | undefined {
  const asked = contentWords(message);
  const tasks = called.flatMap(({ output }) => records(output.tasks));
  const fits = tasks.map(({ title, due, status }) => {
    const words = status === 'open' && due !== undefined ? contentWords(String(title)) : new Set();
    return [...asked].filter((word) => words.has(word)).length;
  });
  const best = Math.max(1, asked.size / 2, ...fits);
  const found = tasks.filter((_, i) => fits[i] === best);
  return found.length === 0 ? undefined : found.map(describeDue).join('\n');
}

function answer(intents: Known[], shown: Shown, vocabulary: Vocabulary): string {
  const { says } = vocabulary;
  const said = intents.map((intent) => answerTo(intent, shown, vocabulary)).filter((text) => text !== '');
  if (said.length > 0) return [...new Set(said)].join('\n\n');
  const due = dueOfAsked(shown);
  if (due !== undefined) return due;
  const files = describeFiles(shown, says);
  if (files !== undefined) return files;
  const recollected = recollect(shown);
  return recollected === undefined ? says.notUnderstood : filled(says.youSaid, recollected);
}

function answerTo(intent: Known, shown: Shown, vocabulary: Vocabulary): string {
  const { says } = vocabulary;
  switch (intent.kind) {
    case 'calculation':
      return describeCalculation(intent.calculation, says);
    case 'greeting': {
      const name = nameOf(shown);
      return filled(says.greeting, name && `, ${name}`);
    }
    case 'my_name': {
      const name = nameOf(shown);
      return name === '' ? says.unknownName : filled(says.yourName, name);
    }
    case 'current_date': {
      const asked = inputOf(intent);
      const call = shown.called.find(({ tool, input }) => tool === intent.kind && same(input, asked));
      return call ? describeDate(intent, call, vocabulary) : says.notOffered.date;
    }
    default:
      return isForTool(intent) ? answerToCalls(intent, shown, says) : says[intent.kind];
  }
}

function answerToCalls(intent: Intent, { called }: Shown, says: Vocabulary['says']): string {
  const { list, inputs, left } = targetsOf(intent, called);
  const mine = called.filter(
    ({ tool, input }) => tool === intent.kind && inputs.some((wanted) => same(wanted, input)),
  );
  const instead = intent.kind === 'delete_task' && called.filter(({ tool }) => tool === 'delete_schedule');
  if (instead && instead.length > 0) return instead.map((call) => describeCall(call, says)).join('\n');
  const more = left > 0 ? [filled(says.tasksLeft, left)] : [];
  if (mine.length > 0) return [...mine.map((call) => describeCall(call, says)), ...more].join('\n');
  if (!list && inputs.length === 0) {
    if (intent.kind === 'reopen_task') return says.noDoneTasks;
    return intent.kind === 'complete_task' ? says.noOpenTasks : says.noTasks;
  }
  if (intent.kind === 'web_search') return says.notOffered.search;
  if (intent.kind.includes('schedule')) return says.notOffered.schedules;
  return intent.kind.includes('memor') ? says.notOffered.memories : says.notOffered.tasks;
}
