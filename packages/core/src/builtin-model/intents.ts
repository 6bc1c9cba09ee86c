import type { RequestKind, SmallTalk, Vocabulary } from '../language/vocabulary.ts';
import { zoneOfPlace } from '../time/grammar/words/zones.ts';
import type { Calculation } from './arithmetic.ts';

/** A request to the built-in model. `task` and `memory` are the person's own words. */
export type Intent =
  | { readonly kind: 'calculation'; readonly calculation: Calculation }
  | { readonly kind: 'add_task'; readonly title: string; readonly when?: string; readonly remind?: 0 }
  | { readonly kind: 'create_schedule'; readonly prompt: string; readonly when: string }
  | {
      readonly kind: 'change_schedule';
      readonly schedule: string;
      readonly state?: 'paused' | 'active';
      readonly when?: string;
    }
  | { readonly kind: 'delete_schedule'; readonly schedule: string }
  | { readonly kind: 'set_due'; readonly task: string; readonly when?: string; readonly remind?: number }
  /** Moves the task that the last reply named; a `number` takes the place of the one in its time. `isBare`: only a time. */
  | { readonly kind: 'correct_due'; readonly when?: string; readonly number?: string; readonly isBare?: true }
  | { readonly kind: 'snooze_task'; readonly task?: string; readonly when: string }
  | {
      readonly kind: 'list_tasks';
      readonly due?: 'overdue' | 'today' | 'tomorrow' | 'week';
      readonly on?: string;
      readonly status?: 'done';
    }
  | { readonly kind: 'list_memories' | 'list_schedules' }
  | { readonly kind: 'complete_task' | 'reopen_task' | 'delete_task'; readonly task: string }
  | { readonly kind: 'rename_task'; readonly task: string; readonly title: string }
  | { readonly kind: 'save_memory'; readonly content: string }
  | { readonly kind: 'forget_memory'; readonly memory: string }
  | { readonly kind: 'web_search'; readonly query: string }
  | DateIntent
  | { readonly kind: SmallTalk };

/** A question about the date, the time, or the days until `when`; `zone`: of the place whose time is asked for. */
export interface DateIntent {
  readonly kind: 'current_date';
  readonly asks: 'date' | 'time' | 'days';
  readonly when?: string;
  readonly zone?: string;
}

/** The requests in a pattern's match, by its named groups (see `Vocabulary`), with the words for a time, if any. */
export function intentsOf(
  kind: RequestKind,
  groups: Groups,
  { locale, rules, mainClause, time }: Vocabulary,
  when = '',
): Intent[] {
  const {
    task = '',
    memory = '',
    name = '',
    title = '',
    thing,
    things,
    deed,
    content = '',
    query = '',
  } = groups;
  const replaced = (words: string, changes: readonly (readonly [RegExp, string])[] = []) =>
    changes.reduce((text, [pattern, by]) => text.replace(pattern, by), words);
  const newTitle = (words: string) =>
    tidied(
      replaced(
        words,
        rules.titleStart.map((start) => [start, '']),
      ),
    );
  const added = (titles: string[]) =>
    titles.map((text) => ({
      kind: 'add_task' as const,
      title: capitalised(text),
      ...(when !== '' && { when }),
    }));
  switch (kind) {
    case 'time': {
      const zone = groups.place && zoneOfPlace(groups.place, locale, time);
      if (groups.place !== undefined && zone === undefined) return [];
      return [{ kind: 'current_date', asks: 'time', ...(zone && { zone }) }];
    }
    case 'date': {
      const day = groups.day ?? when;
      return [{ kind: 'current_date', asks: 'date', ...(day !== '' && { when: day }) }];
    }
    case 'countdown':
      return when === '' ? [] : [{ kind: 'current_date', asks: 'days', when }];
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
      return [{ kind, task: namedTask(task || 'it', rules.filler), when }];
    case 'postpone':
      return [
        {
          kind: 'set_due',
          task: namedTask(task || 'it', rules.filler),
          when: `${groups.length} ${time.later}`,
        },
      ];
    case 'remind_before': {
      const minutes = groups.hours ? 60 : groups.days ? 1_440 : groups.weeks ? 10_080 : 1;
      const remind = minutes * (Number(groups.count) || 1);
      return [{ kind: 'set_due', task: namedTask(task || 'it', rules.filler), remind }];
    }
    case 'snooze_task': {
      const named = namedTask(task, rules.filler);
      const isNamed = named !== '' && !new RegExp(`^(?:${rules.it.source})$`, 'i').test(named);
      return [{ kind, ...(isNamed && { task: named }), when: groups.length ?? (when || rules.again) }];
    }
    case 'change_schedule':
      return groups.resumed === undefined
        ? [{ kind, schedule: tidied(groups.schedule ?? ''), state: 'paused' }]
        : [{ kind, schedule: tidied(groups.resumed), state: 'active' }];
    case 'delete_schedule':
      return [{ kind, schedule: tidied(groups.schedule ?? '') }];
    case 'complete_task':
    case 'reopen_task':
    case 'delete_task':
      return [{ kind, task: namedTask(task, rules.filler) }];
    case 'rename_task':
      return [{ kind, task: namedTask(task, rules.filler), title: tidied(name) }];
    case 'forget_memory':
      return [{ kind, memory: tidied(memory) }];
    case 'save_memory':
      return [{ kind, content: capitalised(mainClause?.(tidied(content)) ?? tidied(content)) }];
    case 'web_search':
      return [{ kind, query: tidied(query) }];
    case 'add_task':
      // "For 5 minutes" is a time only beside "timer", and "at 6" in the morning only beside "wake me".
      if (groups.alarm !== undefined)
        return when === ''
          ? []
          : [
              {
                kind,
                title: capitalised(tidied(title || groups.alarm)),
                when: `${groups.alarm} ${when}`,
                remind: 0,
              },
            ];
      if (deed !== undefined) return added([replaced(tidied(deed), rules.infinitives)]);
      if (things !== undefined)
        return added(listed(things, new RegExp(` ${rules.and.source} `, 'i')).map(newTitle));
      return added([thing === undefined ? tidied(title) : newTitle(thing)]);
    default:
      return [{ kind }];
  }
}

type Groups = Readonly<Record<string, string | undefined>>;

/** The named task, without quotes, articles, "task" and the like. */
function namedTask(words: string, filler: RegExp): string {
  const quoted = /["“„«]([^"”“»]+)["”“»]/.exec(words)?.[1];
  if (quoted) return quoted.trim();
  const plain = tidied(words);
  const bare = plain.replace(filler, ' ').replace(/\s+/g, ' ').trim();
  return bare === '' ? plain : bare;
}

/** A title or a sentence for storing: without quotes around it, without a final full stop. */
function tidied(words: string): string {
  return words
    .trim()
    .replace(/^[\s:,–-]+/, '')
    .replace(/(?<![\s,;])[\s,;]+$/, '')
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
