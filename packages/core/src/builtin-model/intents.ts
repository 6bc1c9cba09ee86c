import type { ToolName } from '../language/tool-words.ts';
import type { RequestKind, SmallTalk, Vocabulary } from '../language/vocabulary.ts';
import { fold } from '../text/fold.ts';
import { zoneOfPlace } from '../time/grammar/words/zones.ts';
import type { Calculation } from './arithmetic.ts';

/** Inputs of the tools in the person's own words. */
type Words = 'task' | 'memory' | 'schedule' | 'title' | 'content' | 'prompt' | 'query' | 'when' | 'on';

/** A request to the built-in model: the tool that does it with its input, or a fixed reply. */
export interface Intent extends Readonly<Partial<Record<Words, string>>> {
  readonly kind: ToolName | SmallTalk | 'calculation';
  readonly due?: 'overdue' | 'today' | 'week';
  readonly status?: 'open' | 'done';
  readonly state?: 'paused' | 'active';
  /** Minutes before. */
  readonly remind?: number;
  readonly calculation?: Calculation;
  /** The task's title itself, not words for it: a task may be called “Everything”. */
  readonly isTitle?: true;
  /** What a question about time asks for, and the zone of the place whose time it asks for. */
  readonly asks?: 'date' | 'time';
  readonly zone?: string;
}

/** The input that names what a request is about; undefined if it names nothing. */
export const subjectOf = (input: Readonly<Partial<Record<Words, unknown>>>) =>
  (['task', 'schedule', 'memory'] as const).find((field) => input[field] !== undefined);

type Groups = Readonly<Record<string, string | undefined>>;

/**
 * The requests in a pattern's match, by its named groups (see `Vocabulary`), with the words for a time, if any. Groups
 * with the name of a tool's input are that input.
 */
export function intentsOf(kind: RequestKind, groups: Groups, vocabulary: Vocabulary, when = ''): Intent[] {
  const { locale, rules, mainClause, time } = vocabulary;
  const task = namedTask(groups.task ?? '', rules.filler);
  const taskOrIt = task || 'it';
  switch (kind) {
    case 'time': {
      const zone = groups.place && zoneOfPlace(groups.place, locale, time);
      if (groups.place !== undefined && zone === undefined) return [];
      return [{ kind: 'current_date', asks: 'time', ...(zone && { zone }) }];
    }
    case 'date':
      return [{ kind: 'current_date', asks: 'date' }];
    case 'list_due':
      return (['overdue', 'today', 'week'] as const)
        .filter((due) => groups[due] !== undefined)
        .map((due) => ({ kind: 'list_tasks', due }));
    case 'agenda':
      return when === '' ? [] : [{ kind: 'list_tasks' }];
    case 'list_tasks':
      return [{ kind, ...(groups.done !== undefined && { status: 'done' }) }];
    case 'set_due':
      // "Change the filter every three months" moves nothing.
      if (groups.change !== undefined && !time.to.test(`${groups.to} ${when}`)) return [];
      return [{ kind, task: taskOrIt, when }];
    case 'postpone':
      return [{ kind: 'set_due', task: taskOrIt, when: `${groups.length} ${time.later}` }];
    case 'remind_before': {
      const minutes = groups.hours ? 60 : groups.days ? 1_440 : groups.weeks ? 10_080 : 1;
      const said = fold(groups.count ?? '');
      const names = ['', `${time.numbers[1]}|${time.plain.article}`, ...time.numbers.slice(2)];
      const count = Number(said) || names.findIndex((words) => words.split('|').includes(said));
      if (count < 1) return [];
      return [{ kind: 'set_due', task: taskOrIt, remind: minutes * count }];
    }
    case 'snooze_task': {
      const isNamed = task !== '' && !new RegExp(`^(?:${rules.it.source})$`, 'i').test(task);
      return [{ kind, ...(isNamed && { task }), when: groups.length ?? (when || rules.again) }];
    }
    case 'change_schedule': {
      const schedule = tidied(groups.schedule ?? groups.resumed);
      return [{ kind, schedule, state: groups.resumed === undefined ? 'paused' : 'active' }];
    }
    case 'save_memory': {
      const content = tidied(groups.content);
      return [{ kind, content: capitalised(mainClause?.(content) ?? content) }];
    }
    case 'add_task': {
      const { title, thing, things, deed, alarm } = groups;
      // "For 5 minutes" is a time only beside "timer", and "at 6" in the morning only beside "wake me".
      if (alarm !== undefined)
        return when === '' ? [] : [newTask(tidied(title ?? alarm), `${alarm} ${when}`, true)];
      if (deed !== undefined) return [newTask(replaced(tidied(deed), rules.infinitives), when)];
      const and = new RegExp(` ${rules.and.source} `, 'i');
      const titles = things === undefined ? [tidied(title ?? thing)] : listed(things, and);
      const starts = rules.titleStart.map((start) => [start, ''] as const);
      return titles.map((text) => newTask(title ?? tidied(replaced(text, starts)), when));
    }
    default: {
      const inputs = Object.entries(groups).flatMap(([name, words]) =>
        words === undefined ? [] : [[name, name === 'task' ? task : tidied(words)]],
      );
      return [{ kind, ...Object.fromEntries(inputs) }];
    }
  }
}

const newTask = (title: string, when: string, remind = false): Intent => ({
  kind: 'add_task',
  title: capitalised(tidied(title)),
  ...(when !== '' && { when }),
  ...(remind && { remind: 0 }),
});

const replaced = (words: string, changes: readonly (readonly [RegExp, string])[] = []): string =>
  changes.reduce((text, [pattern, by]) => text.replace(pattern, by), words);

/** The named task, without quotes, articles, "task" and the like. */
export function namedTask(words: string, filler: RegExp): string {
  const quoted = /["“„«]([^"”“»]+)["”“»]/.exec(words)?.[1];
  if (quoted) return quoted.trim();
  const plain = tidied(words);
  const bare = plain.replace(filler, ' ').replace(/\s+/g, ' ').trim();
  return bare === '' ? plain : bare;
}

/** A title or a sentence for storing: without quotes around it, without a final full stop. */
function tidied(words = ''): string {
  return words
    .trim()
    .replace(/^[\s:,–-]+/, '')
    .replace(/(?<![\s,;])[\s,;]+(?:[–-]\s*)?$/, '')
    .replace(/^(["'“„«])(.*)(["'”“»])$/, '$2')
    .replace(/(?<![.!?])[.!?]+$/, '')
    .trim();
}

const quotation = /["'“„«]([^"'“”„«»]+)["'”“»]/g;

export const capitalised = (text: string): string => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());

/** The items of a list in words: `milk, eggs and bread`. One item if they are long or have no comma or quotes. */
function listed(words: string, and: RegExp): string[] {
  const quoted = Array.from(words.matchAll(quotation), ([, text = '']) => tidied(text));
  const isQuoted = /^[\s,;]*$/.test(words.replace(quotation, '').replace(and, ''));
  if (quoted.length > 1 && isQuoted) return quoted;
  const things = words
    .split(/ ?[,;] ?/)
    .flatMap((part, i, parts) => (i === parts.length - 1 && parts.length > 1 ? part.split(and) : [part]));
  const tidy = things.map(tidied).filter((thing) => thing !== '');
  const isList = tidy.length > 1 && tidy.every((thing) => thing.split(/\s+/).length <= 4);
  return isList ? tidy : [tidied(words)];
}
