import { detectLanguage } from '../language/detect.ts';
import { anyOf, inAll, type Language, languages, vocabularies } from '../language/languages.ts';
import { type ToolName, toolWords } from '../language/tool-words.ts';
import type { Vocabulary } from '../language/vocabulary.ts';
import { filled } from '../text/filled.ts';
import { describeFiles } from './files.ts';
import { type Intent, subjectOf } from './intents.ts';
import { referring } from './last-changes.ts';
import { type Called, type PromptView, records } from './read-prompt.ts';
import { contentWords, nameOf, recollect } from './recollect.ts';
import { describeCalculation, describeCall, describeDate } from './reply.ts';
import { everything } from './request.ts';
import { understand } from './understand.ts';

interface ToolCall {
  readonly tool: ToolName;
  readonly input: Record<string, unknown>;
}

/** The next step of a language model: calls of tools, or an answer. A pure function of the prompt. */
export function nextStep(shown: PromptView): { calls: ToolCall[] } | { text: string } {
  const detected = detectLanguage(shown.message);
  const understood = understand(shown.message, detected ?? languageAround(shown));
  const language = detected ?? understood.language;
  const vocabulary = vocabularies[language];
  const steps = understood.intents
    .flatMap((intent) => referring(intent, shown.replies))
    .map((intent) => replay(carryOut(intent, shown, vocabulary), shown, vocabulary));
  const calls = steps.flatMap((step) => ('calls' in step ? step.calls : []));
  if (calls.length > 0) return { calls };
  if (foundNothing(shown)) return { calls: [{ tool: 'nothing_to_report', input: {} }] };
  const texts = new Set(steps.flatMap((step) => ('text' in step && step.text !== '' ? [step.text] : [])));
  if (texts.size > 0) return { text: [...texts].join('\n\n') };
  return { text: describeFiles(shown, vocabulary.says) ?? withoutRequest(shown, vocabulary) };
}

/**
 * Carries out a request: each group of calls that it yields needs the results of the ones before. Returns the reply.
 * Every step of a turn begins it again, with the results so far.
 */
type Work = Generator<ToolCall[], string, Called[]>;

function replay(
  work: Work,
  { called, offered }: PromptView,
  { says }: Vocabulary,
): { calls: ToolCall[] } | { text: string } {
  let step = work.next();
  while (!step.done) {
    const unknown = step.value.find(({ tool }) => !offered.has(tool));
    if (unknown) return { text: notOffered(unknown.tool, says) };
    const results = step.value.map(({ tool, input }) =>
      called.find((call) => call.tool === tool && same(call.input, input)),
    );
    const calls = step.value.filter((_, i) => results[i] === undefined);
    if (calls.length > 0) return { calls };
    step = work.next(results.filter((result) => result !== undefined));
  }
  return { text: step.value };
}

function notOffered(tool: ToolName, { notOffered }: Vocabulary['says']): string {
  if (tool === 'web_search') return notOffered.search;
  if (tool === 'current_date') return notOffered.date;
  if (tool.includes('schedule')) return notOffered.schedules;
  return tool.includes('memor') ? notOffered.memories : notOffered.tasks;
}

/** Whether two inputs are the same call. A tool's schema changes the order of fields and leaves out missing ones. */
const same = (a: Record<string, unknown>, b: Record<string, unknown>): boolean =>
  Object.keys({ ...a, ...b }).every((field) => a[field] === b[field]);

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

const done = new RegExp(
  anyOf((of) => of.rules.done),
  'i',
);

const bulkMax = 50;
type Row = Record<string, unknown>;

function* carryOut(intent: Intent, shown: PromptView, vocabulary: Vocabulary): Work {
  const { kind, calculation, isTitle: _, ...input } = intent;
  const { says } = vocabulary;
  switch (kind) {
    case 'calculation':
      return calculation ? describeCalculation(calculation, says) : '';
    case 'greeting':
    case 'my_name': {
      const name = nameOf(shown);
      if (kind === 'greeting') return filled(says.greeting, name && `, ${name}`);
      return name === '' ? says.unknownName : filled(says.yourName, name);
    }
    case 'current_date': {
      // The rest of such a question is for the answer.
      const [call] = yield [{ tool: kind, input: {} }];
      return call ? describeDate(intent, call, vocabulary) : '';
    }
    case 'complete_task':
    case 'reopen_task':
    case 'delete_task':
      return yield* changeTasks(kind, intent, says);
    default:
      return isTool(kind) ? yield* callOnce({ tool: kind, input }, says) : says[kind];
  }
}

const isTool = (kind: string): kind is ToolName => kind in toolWords;

/** Calls a tool. Of several equal things that its words fit, it takes one. */
function* callOnce({ tool, input }: ToolCall, says: Vocabulary['says']): Work {
  const [call] = yield [{ tool, input }];
  const subject = subjectOf(input);
  const [first, ...others] = records(call?.output.candidates).map(({ id, ...facts }) => ({ id, facts }));
  if (!subject || !first || !others.every(({ facts }) => same(facts, first.facts)))
    return call ? describeCall(call, says) : '';
  const [made] = yield [{ tool, input: { ...input, [subject]: first.id } }];
  return made ? describeCall(made, says) : '';
}

/** Between the items of a list. */
const joint = new RegExp(` ${anyOf((of) => of.rules.and)} | ?, ?`, 'iu');

/** Completes, reopens or deletes tasks: "all done tasks", "milk and bread" need the list first, then a call for each. */
function* changeTasks(
  tool: 'complete_task' | 'reopen_task' | 'delete_task',
  { task: words = '', isTitle }: Intent,
  says: Vocabulary['says'],
): Work {
  const isAll = everything.test(words);
  if (isTitle || (!isAll && !joint.test(words))) {
    return yield* callOnce({ tool, input: { task: words } }, says);
  }
  const status = tool === 'reopen_task' || done.test(words) ? { status: 'done' } : {};
  const input = tool === 'complete_task' ? { status: 'open' } : status;
  const [listed] = yield [{ tool: 'list_tasks', input: isAll ? input : {} }];
  const tasks = records(listed?.output.tasks);
  const wanted = isAll ? tasks.slice(0, bulkMax).map(({ id }) => String(id)) : eachOf(words, tasks);
  if (wanted.length === 0) {
    if (tool === 'reopen_task') return says.noDoneTasks;
    return tool === 'complete_task' ? says.noOpenTasks : says.noTasks;
  }
  const calls = yield wanted.map((task) => ({ tool, input: { task } }));
  const left = isAll ? Number(listed?.output.count) - wanted.length : 0;
  const more = left > 0 ? [filled(says.tasksLeft, left)] : [];
  return [...calls.map((call) => describeCall(call, says)), ...more].join('\n');
}

/** The items of a list, unless one task has all of its words. */
function eachOf(words: string, tasks: readonly Row[]): string[] {
  const parts = words.split(joint).filter((part) => part.trim() !== '');
  const wanted = [...contentWords(words)];
  const own = tasks.map(({ title }) => contentWords(String(title)));
  return own.some((title) => wanted.every((word) => title.has(word))) ? [words] : parts;
}

function withoutRequest(shown: PromptView, { says }: Vocabulary): string {
  const recollected = recollect(shown);
  return recollected === undefined ? says.notUnderstood : filled(says.youSaid, recollected);
}
