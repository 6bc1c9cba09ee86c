import type { Calculation } from './arithmetic.ts';

/** What a part of a message asks of the built-in model. `task` and `memory` are the person's own words. */
export type Intent =
  | { readonly kind: 'calculation'; readonly calculation: Calculation }
  | { readonly kind: 'add_task'; readonly title: string }
  | { readonly kind: 'list_tasks'; readonly status?: 'open' | 'done' }
  | { readonly kind: 'complete_task' | 'reopen_task' | 'delete_task'; readonly task: string }
  | { readonly kind: 'rename_task'; readonly task: string; readonly title: string }
  | { readonly kind: 'save_memory'; readonly content: string }
  | { readonly kind: 'list_memories' }
  | { readonly kind: 'forget_memory'; readonly memory: string }
  | { readonly kind: 'web_search'; readonly query: string }
  | { readonly kind: 'current_date'; readonly asks: 'date' | 'time' }
  | { readonly kind: 'greeting' | 'thanks' | 'farewell' | 'help' | 'who' | 'how_are_you' | 'my_name' };

/** A sentence pattern, of one line as `linesOf` gives it, and what it asks; `make` may refuse a match by returning undefined. */
export interface Rule {
  readonly pattern: RegExp;
  readonly make: (...groups: string[]) => Intent | Intent[] | undefined;
}

/** A language's way to ask: what politeness to skip, how requests are joined, and the patterns, first match wins. */
export interface Grammar {
  readonly politeness: RegExp;
  readonly politeEnd: RegExp;
  readonly joints: RegExp;
  readonly rules: readonly Rule[];
}

/** The task that words name: without quotes, articles, "task" and the like. */
export function namedTask(words: string, filler: RegExp): string {
  const quoted = /["“„«]([^"”“»]+)["”“»]/.exec(words)?.[1];
  if (quoted) return quoted.trim();
  const plain = tidied(words);
  const bare = plain.replace(filler, ' ').replace(/\s+/g, ' ').trim();
  return bare === '' ? plain : bare;
}

/** A title or a sentence as it is stored: no quotes around it, no full stop after it. */
export function tidied(words: string): string {
  return words
    .trim()
    .replace(/^[\s:,–-]+/, '')
    .replace(/(?<![\s,;])[\s,;]+$/, '')
    .replace(/^(["'“„«])(.*)(["'”“»])$/, '$2')
    .replace(/(?<![.!?])[.!?]+$/, '')
    .trim();
}

export const capitalised = (text: string): string => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());

/** The things of a list in words: `milk, eggs and bread`. One thing when they are long or the words hold no comma. */
export function listed(words: string, and: RegExp): string[] {
  const things = words
    .split(/ ?[,;] ?/)
    .flatMap((part, i, parts) => (i === parts.length - 1 && parts.length > 1 ? part.split(and) : [part]));
  const tidy = things.map(tidied).filter((thing) => thing !== '');
  const isList = tidy.length > 1 && tidy.every((thing) => thing.split(/\s+/).length <= 4);
  return isList ? tidy : [tidied(words)];
}
