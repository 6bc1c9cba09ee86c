import type { Calculation } from './arithmetic.ts';
import type { Texts } from './texts.ts';
import type { Called } from './visible.ts';
import { record } from './visible.ts';

/** Says in Markdown what a tool did, or why it did not. */
export function describeCall({ tool, input, output }: Called, say: Texts): string {
  if (tool === 'web_search') return describeSearch(String(input.query ?? ''), output, say);
  if (output.ok !== true) return describeRefusal(tool, input, output, say);
  const task = bold(record(output.task).title);
  const memory = inline(record(output.memory).content);
  switch (tool) {
    case 'add_task':
      return say.added(task);
    case 'complete_task':
      return say.completed(task);
    case 'reopen_task':
      return say.reopened(task);
    case 'delete_task':
      return say.deleted(task);
    case 'rename_task':
      return say.renamed(task);
    case 'list_tasks':
      return describeTasks(list(output.tasks), input.status, say);
    case 'save_memory':
      return say.saved(memory);
    case 'forget_memory':
      return say.forgotten(memory);
    case 'list_memories':
      return describeMemories(list(output.memories), say);
    default:
      return '';
  }
}

/** Tells the date or the time from the tool's answer. */
export function describeDate(asks: 'date' | 'time', output: Record<string, unknown>, say: Texts): string {
  const timeZone = String(output.timeZone ?? 'UTC');
  const at = new Date(String(output.iso));
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(say.locale, { ...options, timeZone }).format(at);
  return asks === 'date'
    ? say.today(format({ dateStyle: 'full' }))
    : say.time(format({ timeStyle: 'short' }), timeZone);
}

export function describeCalculation(calculation: Calculation, say: Texts): string {
  return 'impossible' in calculation
    ? say.uncomputable[calculation.impossible]
    : say.equals(escaped(calculation.expression), calculation.result, calculation.exact);
}

function describeTasks(tasks: Record<string, unknown>[], status: unknown, say: Texts): string {
  const open = tasks.filter((task) => task.status === 'open');
  const done = tasks.filter((task) => task.status === 'done');
  const section = (heading: string, box: string, part: Record<string, unknown>[]) =>
    part.length === 0
      ? []
      : [`${heading}\n\n${part.map(({ title }) => `- ${box} ${inline(title)}`).join('\n')}`];
  if (tasks.length === 0) {
    return status === 'open' ? say.noOpenTasks : status === 'done' ? say.noDoneTasks : say.noTasks;
  }
  return [
    ...section(say.openTasks(open.length), '[ ]', open),
    ...section(say.doneTasks(done.length), '[x]', done),
  ].join('\n\n');
}

function describeMemories(memories: Record<string, unknown>[], say: Texts): string {
  if (memories.length === 0) return say.noMemories;
  return `${say.memories}\n\n${memories.map(({ content }) => `- ${inline(content)}`).join('\n')}`;
}

function describeSearch(query: string, output: Record<string, unknown>, say: Texts): string {
  if (output.ok !== true) {
    const refusal = say.refused[String(output.reason)];
    return refusal ?? say.searchFailed(String(output.message ?? output.reason ?? ''));
  }
  const results = list(output.results).slice(0, 5);
  if (results.length === 0) return say.foundNothing(query);
  const lines = results.map(({ n, title, snippet }) => `- **${inline(title)}**: ${inline(snippet)} [${n}]`);
  return `${say.found(query)}\n\n${lines.join('\n')}`;
}

function describeRefusal(
  tool: string,
  input: Record<string, unknown>,
  { reason, candidates, message }: Record<string, unknown>,
  say: Texts,
): string {
  const memory = tool.endsWith('memory');
  const words = inline(memory ? input.memory : input.task);
  if (reason === 'not_found') return memory ? say.noSuchMemory(words) : say.noSuchTask(words);
  if (reason === 'ambiguous') {
    const names = list(candidates).map((candidate) => bold(candidate.title ?? candidate.content));
    return memory ? say.whichMemory(words, names.join(', ')) : say.whichTask(words, names.join(', '));
  }
  return say.refused[String(reason)] ?? say.didNotWork(String(message ?? reason ?? ''));
}

const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(record) : []);
const escaped = (text: string) => text.replace(/[\\*_`[\]<>#~|]/g, '\\$&');
const inline = (value: unknown) =>
  escaped(
    String(value ?? '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
const bold = (value: unknown) => `**${inline(value)}**`;
