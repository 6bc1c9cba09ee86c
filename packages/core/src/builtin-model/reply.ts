import type { Vocabulary } from '../language/vocabulary.ts';
import { filled } from '../text/filled.ts';
import type { Calculation } from './arithmetic.ts';
import type { Intent } from './intents.ts';
import { type Called, record, records } from './read-prompt.ts';

export type Says = Vocabulary['says'];

/** A tool's action in Markdown, or why it failed. */
export function describeCall({ tool, input, output }: Called, says: Says): string {
  if (output.ok !== true) return describeRefusal(tool, input, output, says);
  if (tool === 'web_search') return describeSearch(String(input.query ?? ''), output, says);
  if (tool === 'list_tasks') return describeTasks(output, noneOf(input, says), says);
  if (tool === 'list_schedules') return describeSchedules(records(output.schedules), says);
  if (tool === 'list_memories') return describeMemories(records(output.memories), says);
  if (tool.endsWith('_schedule')) {
    const isMoved = tool === 'change_schedule' && input.when !== undefined;
    const done = isMoved ? 'create_schedule' : input.state === 'active' ? 'resume_schedule' : tool;
    const said = filled(says.done[done] ?? '', bold(record(output.schedule).title));
    if (output.next === undefined) return said;
    const told = toldOutside(output.toldBy, says).map((way) => `, ${way}`);
    return `${said} ${filled(says.next, inline(output.next), told.join(''))}`;
  }
  if (tool === 'set_due' && input.when === undefined)
    return `${bold(record(output.task).title)}: ${says.willRemind}`;
  const { content } = record(output.memory);
  const what = content === undefined ? bold(record(output.task).title) : inline(content);
  const done = filled(says.done[tool] ?? '', what);
  if (output.until !== undefined) return `${done} ${filled('{}.', inline(output.until))}`;
  if (output.due === undefined) return done;
  const due = `${done} ${filled(says.due, inline(output.due))}`;
  if (typeof output.remind === 'number') return `${due} ${says.unreminded}`;
  return input.remind === undefined ? due : `${due} ${says.willRemind}`;
}

/** The date or the time, from the tool's answer. */
export function describeDate(
  { asks, zone }: Intent,
  { tool, input, output }: Called,
  { locale, says }: Vocabulary,
): string {
  if (output.ok !== true) return describeRefusal(tool, input, output, says);
  const timeZone = zone ?? String(output.timeZone ?? 'UTC');
  const at = new Date(String(output.iso));
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(at);
  return asks === 'date'
    ? filled(says.today, format({ dateStyle: 'full' }))
    : filled(says.time, format({ timeStyle: 'short' }), timeZone);
}

export const describeCalculation = (calculation: Calculation, says: Says): string =>
  'impossible' in calculation
    ? says.uncomputable[calculation.impossible]
    : `${escaped(calculation.expression)} ${calculation.exact ? '=' : '≈'} **${calculation.result}**`;

function noneOf({ due, on, status }: Called['input'], says: Says): string {
  if (status === 'done') return says.noDoneTasks;
  if ((due ?? on) !== undefined) return says.nothingDue;
  return status === 'open' ? says.noOpenTasks : says.noTasks;
}

/** An ellipsis ends a section whose other tasks are not on the page. */
function describeTasks(output: Record<string, unknown>, none: string, says: Says): string {
  const tasks = records(output.tasks);
  if (tasks.length === 0) return none;
  const section = (wanted: string, count: number, [one, many]: readonly [string, string], box: string) => {
    if (count === 0) return [];
    const part = tasks.filter(({ status }) => status === wanted);
    const lines = part.map(
      ({ title, due }) => `- ${box} ${inline(title)}${due === undefined ? '' : `: ${inline(due)}`}`,
    );
    const shown = part.length < count ? [...lines, '- …'] : lines;
    return [`${filled(count === 1 ? one : many, count)}\n\n${shown.join('\n')}`];
  };
  const open = Number(output.open);
  return [
    ...section('open', open, says.openTasks, '[ ]'),
    ...section('done', Number(output.count) - open, says.doneTasks, '[x]'),
  ].join('\n\n');
}

function describeMemories(memories: Record<string, unknown>[], says: Says): string {
  if (memories.length === 0) return says.noMemories;
  return `${says.memories}\n\n${memories.map(({ content }) => `- ${inline(content)}`).join('\n')}`;
}

function describeSchedules(schedules: Record<string, unknown>[], says: Says): string {
  if (schedules.length === 0) return says.noSchedules;
  const lines = schedules.map(({ title, next, state }) => {
    const when = next === undefined ? says[state === 'paused' ? 'paused' : 'finished'] : '';
    return `- **${inline(title)}**: ${when || filled(says.nextTime, inline(next))}`;
  });
  return `${says.schedules}\n\n${lines.join('\n')}`;
}

const toldOutside = (channels: unknown, { toldBy }: Says): string[] =>
  Array.isArray(channels)
    ? Object.entries(toldBy).flatMap(([name, way]) => (channels.includes(name) && way !== '' ? [way] : []))
    : [];

function describeSearch(query: string, output: Record<string, unknown>, says: Says): string {
  const results = records(output.results).slice(0, 5);
  if (results.length === 0) return filled(says.foundNothing, query);
  const lines = results.map(({ n, title, snippet }) => `- **${inline(title)}**: ${inline(snippet)} [${n}]`);
  return `${filled(says.found, query)}\n\n${lines.join('\n')}`;
}

function describeRefusal(
  tool: string,
  input: Record<string, unknown>,
  { reason, candidates, message }: Record<string, unknown>,
  says: Says,
): string {
  const kind = tool.endsWith('memory') ? 'memory' : tool.endsWith('schedule') ? 'schedule' : 'task';
  const words = inline(input[kind]);
  if (reason === 'not_found') return filled(says.noSuch[kind], words);
  if (reason === 'ambiguous') {
    const names = records(candidates).map(({ title, content, due, next }) => {
      const time = inline(due ?? next);
      return bold(title ?? content) + (time && ` (${time})`);
    });
    return filled(says.which[kind], words, names.join(', '));
  }
  // The sentence about an understood time is for the person.
  if (reason === 'past' || reason === 'no_time') return inline(message);
  const failed = tool === 'web_search' ? says.searchFailed : says.didNotWork;
  return says.refused[String(reason)] ?? filled(failed, String(message ?? reason ?? ''));
}

export const escaped = (text: string) => text.replace(/[\\*_`[\]<>#~|]/g, '\\$&');
const inline = (value: unknown) =>
  escaped(
    String(value ?? '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
const bold = (value: unknown) => `**${inline(value)}**`;
