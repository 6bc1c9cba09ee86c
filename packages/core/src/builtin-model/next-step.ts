import { detectLanguage } from '../language/detect.ts';
import { anyOf, inAll, type Language, languages, vocabularies } from '../language/languages.ts';
import { toolWords } from '../language/tool-words.ts';
import type { SmallTalk, Vocabulary } from '../language/vocabulary.ts';
import { filled } from '../text/filled.ts';
import { fold } from '../text/fold.ts';
import { alsoAsked, joint, type Known, lastNaming, namesIn, withAntecedent } from './antecedent.ts';
import { describeFiles } from './files.ts';
import type { Intent } from './intents.ts';
import { type Called, type PromptView, records } from './read-prompt.ts';
import { contentWords, nameOf, recollect } from './recollect.ts';
import { describeCalculation, describeCall, describeDate, describeDue } from './reply.ts';
import { understand } from './understand.ts';

interface ToolCall {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

/** The next step of a language model: calls of tools, or an answer. A pure function of the prompt. */
export function nextStep(shown: PromptView): { calls: ToolCall[] } | { text: string } {
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
const foundNothing = ({ called, offered }: PromptView): boolean =>
  offered.has('nothing_to_report') &&
  called.length > 0 &&
  called.every(
    ({ tool, output: { ok, count, results } }) =>
      tool !== 'nothing_to_report' &&
      ok === true &&
      (count === 0 || (Array.isArray(results) && results.length === 0)),
  );

/** The likely language of a message that does not show it: of the instructions, else of earlier messages. */
function languageAround({ instructions, earlier }: PromptView): Language {
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
const and = anyOf((of) => of.rules.and);
const joined = new RegExp(`\\s${and}\\s|,`, 'iu');

/** The remaining calls of an intent; none if its tool is not offered or was already called. */
function callsFor(intent: Intent, { called, offered }: PromptView): ToolCall[] {
  if (!isForTool(intent) || !offered.has(intent.kind)) return [];
  const { list, inputs } = targetsOf(intent, called);
  if (list) return offered.has('list_tasks') ? [{ tool: 'list_tasks', input: list }] : [];
  return inputs
    .filter((input) => !called.some((call) => call.tool === intent.kind && same(call.input, input)))
    .map((input) => ({ tool: intent.kind, input }));
}

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
function callsInstead(intent: Intent, { called, offered }: PromptView, { rules }: Vocabulary): ToolCall[] {
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

/** "When is the dentist?": the list may have it. */
const asksForDue = ({ message, called, offered }: PromptView): boolean =>
  asksWhen.test(message) && called.length === 0 && offered.has('list_tasks');

/** The dates of the open tasks that the question is about; undefined if there are none. */
function dueOfAsked(shown: PromptView): string | undefined {
  const { message, called } = shown;
  const own = contentWords(message);
  // "When will you remind me?"
  const asked = own.size > 0 ? own : contentWords(namesIn(lastNaming(shown)).join(' '));
  const tasks = called.flatMap(({ output }) => records(output.tasks));
  const fits = tasks.map(({ title, due, status }) => {
    const words = status === 'open' && due !== undefined ? contentWords(String(title)) : new Set();
    return [...asked].filter((word) => words.has(word)).length;
  });
  const best = Math.max(1, asked.size / 2, ...fits);
  const found = tasks.filter((_, i) => fits[i] === best);
  return found.length === 0 ? undefined : found.map(describeDue).join('\n');
}

function answer(intents: Known[], shown: PromptView, vocabulary: Vocabulary): string {
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

function answerTo(intent: Known, shown: PromptView, vocabulary: Vocabulary): string {
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

function answerToCalls(intent: Intent, { called }: PromptView, says: Vocabulary['says']): string {
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
