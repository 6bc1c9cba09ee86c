import { en } from './en.ts';
import type { TimeWords } from './time/time-words.ts';

type English = typeof en;
type Lacking<Part, Name extends keyof Part> = Readonly<Omit<Part, Name>> &
  Readonly<Partial<Pick<Part, Name>>>;
/** Also read by the names of tools and of reasons. */
type ByName<Part> = Part & Readonly<Record<string, string>>;

/** One language as data: the parts that `en.ts` explains, of which a language may lack some, and those English lacks. */
export interface Vocabulary
  extends Lacking<
    Omit<English, 'names' | 'secrets' | 'rules' | 'says' | 'time'>,
    'dayOfMonth' | 'doubtfulMonths'
  > {
  readonly names: Lacking<English['names'], 'adverb'> & {
    /** What stands before a name and after it, in a statement that both make. */
    readonly around?: readonly [before: RegExp, after: RegExp];
  };
  readonly secrets: Lacking<
    English['secrets'],
    'others' | 'plural' | 'counted' | 'otherThings' | 'naming' | 'stateSign'
  >;
  readonly rules: English['rules'] & { readonly infinitives?: readonly (readonly [RegExp, string])[] };
  readonly says: English['says'] & {
    readonly done: ByName<English['says']['done']>;
    readonly refused: ByName<English['says']['refused']>;
  };
  readonly time: TimeWords;
  /** A subordinate clause as a sentence, if the word order differs; undefined for other words. */
  readonly mainClause?: (words: string) => string | undefined;
}

/** Requests that get a fixed sentence, or the person's name. */
export type SmallTalk = Exclude<RequestKind & keyof English['says'], 'time'> | 'my_name' | 'one_time';

export type RequestKind = keyof English['rules']['requests'];

/** The kinds of requests to the rule-based model. A sentence that fits several is the first of them. */
export const requestKinds = Object.keys(en.rules.requests) as RequestKind[];
