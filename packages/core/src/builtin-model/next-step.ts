import { detectLanguage } from '../language/detect.ts';
import type { Language } from '../language/languages.ts';
import type { Intent } from './intents.ts';
import { contentWords, nameOf, recollect } from './recollect.ts';
import { describeCalculation, describeCall, describeDate } from './reply.ts';
import { type Texts, texts } from './texts.ts';
import { understand } from './understand.ts';
import { type Called, record, type Shown } from './visible.ts';

export interface ToolCall {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

/** What a language model would do next: call tools, or answer. A pure function of what it is shown. */
export function nextStep(shown: Shown): { calls: ToolCall[] } | { text: string } {
  const language = languageOf(shown);
  const say = texts[language];
  const intents = understand(shown.message, language).map((intent) => withAntecedent(intent, shown));
  const calls = intents.flatMap((intent) => callsFor(intent, shown));
  return calls.length > 0 ? { calls } : { text: answer(intents, shown, say) };
}

/** The language of the message, else the one that the instructions name, else that of earlier messages. */
function languageOf({ message, instructions, earlier }: Shown): Language {
  const named = /^Language: .*\b(English|German|Italian)\b/m.exec(instructions)?.[1];
  const told = detectLanguage(message);
  if (told) return told;
  if (named) return named === 'German' ? 'de' : named === 'Italian' ? 'it' : 'en';
  return earlier.map(detectLanguage).findLast((found) => found !== undefined) ?? 'en';
}

const toolIntents = new Set([
  'add_task',
  'list_tasks',
  'complete_task',
  'reopen_task',
  'delete_task',
  'rename_task',
  'save_memory',
  'list_memories',
  'forget_memory',
  'web_search',
  'current_date',
]); // prettier-ignore

const isToolIntent = (intent: Intent) => toolIntents.has(intent.kind);
const everything =
  /^(?:all|every|everything|alle[ns]?|alles|tutt[oaie])\b(?: (?:done|finished|completed|erledigt\p{L}*|fatt\p{L}*|completat\p{L}*))?.*$/iu;

/** The calls that an intent still needs; none when its tool is not offered or has been called. */
function callsFor(intent: Intent, { called, offered }: Shown): ToolCall[] {
  if (!isToolIntent(intent) || !offered.has(intent.kind)) return [];
  const bulk = bulkTargets(intent, called);
  if (bulk === 'list') return offered.has('list_tasks') ? [{ tool: 'list_tasks', input: {} }] : [];
  const inputs = bulk ?? [inputOf(intent)];
  return inputs
    .filter((input) => !called.some((call) => call.tool === intent.kind && same(call.input, input)))
    .map((input) => ({ tool: intent.kind, input }));
}

/** "Delete all done tasks", "finish milk and bread": first the list, then a call for each that is meant. */
function bulkTargets(intent: Intent, called: readonly Called[]): 'list' | { task: string }[] | undefined {
  if (!('task' in intent) || intent.kind === 'rename_task') return undefined;
  const isAll = everything.test(intent.task);
  if (!isAll && !joined.test(intent.task)) return undefined;
  const listed = called.find(({ tool }) => tool === 'list_tasks');
  if (!listed) return 'list';
  const tasks = Array.isArray(listed.output.tasks) ? listed.output.tasks.map(record) : [];
  return isAll ? allOf(intent.kind, intent.task, tasks) : eachOf(intent.task, tasks);
}

function allOf(kind: Intent['kind'], words: string, tasks: Record<string, unknown>[]): { task: string }[] {
  const doneOnly = kind === 'delete_task' && /done|finished|complet|erledigt|fatt/i.test(words);
  const wanted = kind === 'complete_task' ? 'open' : kind === 'reopen_task' || doneOnly ? 'done' : undefined;
  return tasks
    .filter(({ status }) => wanted === undefined || status === wanted)
    .map(({ id }) => ({ task: String(id) }))
    .slice(0, 50);
}

const joined = /\s(?:and|und|ed?)\s|,/iu;

/** The things of a list, unless one task has all of its words. */
function eachOf(words: string, tasks: Record<string, unknown>[]): { task: string }[] {
  const all = contentWords(words);
  const isOne = tasks.some(({ title }) => {
    const own = contentWords(String(title));
    return [...all].every((word) => own.has(word));
  });
  const parts = words.split(/ (?:and|und|ed?) | ?, ?/iu).filter((part) => part.trim() !== '');
  return isOne ? [{ task: words }] : parts.map((task) => ({ task }));
}

function inputOf({ kind: _, ...input }: Intent): Record<string, unknown> {
  return 'asks' in input ? {} : input;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** "Delete it": the task that the last reply named. */
function withAntecedent(intent: Intent, { lastReply }: Shown): Intent {
  if (!('task' in intent) || !/^(?:it|that|this|es|das|den|die|lo|la|quello|quella)$/iu.test(intent.task)) {
    return intent;
  }
  const named = [...lastReply.matchAll(/\*\*(.+?)\*\*/g)].at(-1)?.[1]?.replace(/\\(.)/g, '$1');
  return named === undefined ? intent : { ...intent, task: named };
}

function answer(intents: Intent[], shown: Shown, say: Texts): string {
  const said = intents.map((intent) => answerTo(intent, shown, say)).filter((text) => text !== '');
  if (said.length > 0) return [...new Set(said)].join('\n\n');
  const recollected = recollect(shown);
  return recollected === undefined ? say.notUnderstood : say.youSaid(recollected);
}

function answerTo(intent: Intent, shown: Shown, say: Texts): string {
  switch (intent.kind) {
    case 'calculation':
      return describeCalculation(intent.calculation, say);
    case 'greeting':
      return say.greeting(nameOf(shown));
    case 'thanks':
      return say.thanks;
    case 'farewell':
      return say.farewell;
    case 'how_are_you':
      return say.howAreYou;
    case 'who':
      return say.who;
    case 'help':
      return say.help;
    case 'my_name': {
      const name = nameOf(shown);
      return name === '' ? say.unknownName : say.yourName(name);
    }
    case 'current_date': {
      const call = shown.called.find(({ tool }) => tool === intent.kind);
      return call ? describeDate(intent.asks, call.output, say) : say.notOffered.date;
    }
    default:
      return answerToCalls(intent, shown, say);
  }
}

function answerToCalls(intent: Intent, { called }: Shown, say: Texts): string {
  const bulk = bulkTargets(intent, called);
  const inputs = bulk === undefined ? [inputOf(intent)] : bulk === 'list' ? [] : bulk;
  const mine = called.filter(
    ({ tool, input }) => tool === intent.kind && inputs.some((wanted) => same(wanted, input)),
  );
  if (mine.length > 0) return mine.map((call) => describeCall(call, say)).join('\n');
  if (bulk !== undefined && bulk !== 'list' && bulk.length === 0) {
    return intent.kind === 'reopen_task'
      ? say.noDoneTasks
      : intent.kind === 'complete_task'
        ? say.noOpenTasks
        : say.noTasks;
  }
  if (intent.kind === 'web_search') return say.notOffered.search;
  return intent.kind.includes('memor') ? say.notOffered.memories : say.notOffered.tasks;
}
