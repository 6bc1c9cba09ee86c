import type { Channel, RunReason } from '@jarvis/contract';
import type { TimeWords } from './time/time-words.ts';

/**
 * One language as data. Patterns match one line in the form of `linesOf`. Those called alternatives are parts of a
 * pattern over all languages: without flags and without an outer group.
 */
export interface Vocabulary {
  /** In English, for the model. */
  readonly name: string;
  readonly locale: string;

  /** How a text's language is detected: function words, and a form that no other language has. */
  readonly functionWords: string;
  readonly wordSign: RegExp;
  readonly stemmer: (word: string) => string;
  readonly stopWords: readonly string[];

  /** From January. */
  readonly months: string;
  /** What may end the number of a day, and may come between it and the month. */
  readonly dayOfMonth?: { readonly ordinals: string; readonly of: string };
  /** Months that are also other words, unless a number or one of these words is next to them. */
  readonly doubtfulMonths?: { readonly words: string; readonly unlessAfter: string };

  readonly captions: {
    readonly quotes: readonly [string, string];
    readonly failed: string;
    /** Whether a word at the start of a line keeps its capital inside one. */
    readonly keepsCapitals: boolean;
  };
  /** Fixed sentences of a reply, not written by a model. */
  readonly replies: {
    /** A denial without the operator's own reply. */
    readonly denied: string;
    readonly stopped: string;
    /** Nothing remains of the reply without the removed links. */
    readonly onlyLinks: string;
    /** Before the list of steps, if the model gave no text. */
    readonly done: string;
    readonly doneButFailed: string;
    /** Before a reply of a model that takes no pictures. */
    readonly notSeen: string;
    /** Before a reply of a model whose context has no room for pictures; filled with their names. */
    readonly leftOut: string;
    /** After a reply of the maximum length. */
    readonly full: string;
  };

  /**
   * The service's own messages. `today`, `overdue`, `several` and `limit` are filled with a number, `unsubscribe` with
   * a link, `webhookOff` with a host, `schedulePaused` and `scheduleFailed` with a title.
   */
  readonly notices: Readonly<
    Record<
      | 'today'
      | 'overdue'
      | 'several'
      | 'wasDue'
      | 'hidden'
      | 'test'
      | 'open'
      | 'done'
      | 'later'
      | 'unsubscribe'
      | 'limit'
      | 'webhookOff'
      | 'schedulePaused'
      | 'scheduleFailed',
      string
    >
  >;

  /** Why a scheduled run has no result. */
  readonly runReasons: Readonly<Record<RunReason, string>>;

  /** Mails about an account; `{}` is filled in. */
  readonly mails: {
    readonly greeting: string;
    readonly reset: Readonly<Record<'subject' | 'why' | 'button' | 'how' | 'unasked', string>>;
    readonly proof: Readonly<Record<'subject' | 'what' | 'look', string>> & {
      /** Singular and plural. */
      readonly keys: readonly [string, string];
    };
    readonly password: Readonly<Record<'subject' | 'what' | 'otherwise' | 'button', string>> & {
      readonly by: Readonly<Record<'link' | 'session', string>>;
    };
    readonly confirm: Readonly<Record<'subject' | 'why' | 'button' | 'unasked', string>>;
    /**
     * `what` and `key` are filled with the host of the redirect (`computer`: this one) and the program's own name.
     */
    readonly connection: Readonly<
      Record<'subject' | 'what' | 'key' | 'computer' | 'otherwise' | 'button', string>
    >;
  };

  /** A plain yes to a question, and what may follow it: alternatives. */
  readonly consent: { readonly yes: RegExp; readonly more: RegExp };
  /** A request whose object is a search result. */
  readonly pointsAtFindings: RegExp;
  /** Words that do not distinguish tasks. */
  readonly unspecific: string;

  readonly memories: {
    /** The beginning of a polite request, and what may precede any: alternatives. */
    readonly polite: RegExp;
    readonly lead: RegExp;
    /** After the lead; the first group is the text to remember. */
    readonly request: RegExp;
    /** A request anywhere in a message. */
    readonly anywhere: RegExp;
    /** What may precede a clause, alternatives; and negative requests at the start of one. */
    readonly conjunctions: RegExp;
    readonly refusals: readonly RegExp[];
    /** Empty words before a statement: alternatives. */
    readonly opening: RegExp;
    /** Statements about this moment or this conversation, not lasting ones. */
    readonly passing: RegExp;
    /** Beginnings of lasting statements of the person about themselves. */
    readonly statements: readonly RegExp[];
    /** Work in progress, and likes, dislikes and wishes: in lower case. */
    readonly project: readonly RegExp[];
    readonly preference: readonly RegExp[];
  };
  /** A subordinate clause as a sentence, if the word order differs; undefined for other words. */
  readonly mainClause?: (words: string) => string | undefined;

  /** Statements of a name. */
  readonly names: {
    /**
     * Titles whose full stop does not end a sentence, a question after a statement, what may precede one, and what
     * ends a name: alternatives.
     */
    readonly titles: RegExp;
    readonly asksAfterwards: RegExp;
    readonly opening: RegExp;
    readonly ends: RegExp;
    /** Before a name, alternatives; with a required continuation, if any. */
    readonly statements: readonly { readonly before: RegExp; readonly after?: RegExp }[];
    /** Statements that only a name can complete: alternatives. */
    readonly naming: RegExp;
    /** Verbs and courtesies after a name: alternatives. */
    readonly behind: RegExp;
    /** Words after "call me" that are not a name, and times or manners of calling. */
    readonly notNames: string;
    readonly timesAndWays: string;
    readonly adverb?: RegExp;
    readonly particles: string;
  };

  /** How a stated password is detected: word lists, and alternatives for folded text. */
  readonly secrets: {
    /** Words whose value may be anything, whose value is a number, and whose value is mostly not a secret. */
    readonly passwords: RegExp;
    readonly numbers: RegExp;
    readonly others?: RegExp;
    /** Plural endings, and endings of a counting number: alternatives. */
    readonly plural?: RegExp;
    readonly counted?: RegExp;
    /** What turns the word into another thing: a password manager is not a secret. */
    readonly otherThings?: string;
    /** "Is", and verbs that only a value follows. */
    readonly verbs: string;
    readonly naming?: string;
    readonly adverbs: string;
    /** Between the word and its value, before its purpose, and between a value and the word. */
    readonly links: string;
    readonly forWhat: string;
    readonly roles: string;
    readonly owners: string;
    readonly determiners: string;
    readonly clauses: string;
    /** Not a value before "is my password". */
    readonly pointers: string;
    readonly requests: string;
    readonly digits: string;
    /** Words before a year, and words that a number counts. */
    readonly dates: string;
    readonly units: string;
    /** The state or place of a password, and words after a comparison. */
    readonly states: string;
    readonly stateSign?: RegExp;
    readonly than: string;
  };

  /** Requests to the rule-based model. */
  readonly rules: {
    /** Courtesies before and after a request, and joints between two. */
    readonly politeness: RegExp;
    readonly politeEnd: RegExp;
    readonly joints: RegExp;
    /** Words that are not part of a task's name, of a new title, or (replaced) of a reminder's subject. */
    readonly filler: RegExp;
    readonly titleStart: readonly RegExp[];
    readonly infinitives?: readonly (readonly [RegExp, string])[];
    /**
     * Whole requests, whose named groups classify the words: an existing `task` or `memory`, the new `name` of a
     * task, a new one's `title`, the same with a prefix (`thing`), several (`things`) or with a verb (`deed`), the title
     * of one that needs a time (`alarm`), the `content` to remember, the `query` to search; a `schedule`, or one to be
     * `resumed`; which tasks are asked for: `overdue`, `today`, `tomorrow`, of the `week`; the `day` whose date is asked
     * for, the `place` whose time.
     * Requests with a time (`set_due`, `snooze_task`, `add_task`, `agenda`) are read without the words for it; a length
     * of time ("for an hour") is the group `length`; a verb that moves a task only to a time, the group `change`.
     */
    readonly requests: Readonly<Record<RequestKind, readonly RegExp[]>>;
    /**
     * A sentence about what the person has to do, the `title`, if it contains no request: "I need to buy milk", or an
     * errand: "buy milk".
     */
    readonly intends: RegExp;
    /** Words in the place of a title that name nothing: "add that too". */
    readonly pointers: RegExp;
    /** What may precede such a sentence or a note. */
    readonly joins: RegExp;
    /** Another thing for the list (`things`), after a task was added: "and eggs". */
    readonly also: RegExp;
    /** Beside a time, nothing but a correction of the last one: "no, tomorrow". */
    readonly corrects: RegExp;
    /** The `title` of a task in note form, beside a time: "dentist on Friday at 3". No greeting or order. */
    readonly notes: RegExp;
    /** A statement or a question, not a note: its pronouns and verbs. */
    readonly stated: RegExp;
    /**
     * All tasks or all done ones, a sign of the latter, and the one that the last reply named; "and"; and beginnings
     * of questions: alternatives. "All timers" are not all tasks.
     */
    readonly all: RegExp;
    readonly done: RegExp;
    readonly it: RegExp;
    /** When a reminder that is put off without a time tells again. */
    readonly again: string;
    readonly and: RegExp;
    /** The beginning of a question for the time of something. */
    readonly asksWhen: RegExp;
    readonly questions: RegExp;
    /** Words that every question about the person has. */
    readonly asking: string;
    /** Phrases before the person's name: alternatives. */
    readonly myNameIs: RegExp;
  };
  /** Requests to calculate: alternatives, the last ones by their operator. */
  readonly sums: {
    readonly lead: RegExp;
    readonly asked: RegExp;
    readonly article: RegExp;
    readonly end: RegExp;
    readonly of: RegExp;
    readonly words: Readonly<Record<'%' | '^' | '^2' | '*' | '/' | '+' | '-', RegExp>>;
  };
  /** The model's sentences; `{}` is filled in. Titles and contents are already quoted or bold. */
  readonly says: {
    readonly done: Readonly<Record<string, string>>;
    /** After a change of a task. */
    readonly due: string;
    /** For a schedule: its next run, the other channels of its results, and how to end it. */
    readonly next: string;
    readonly toldBy: Readonly<Record<Channel, string>>;
    /** In the list of schedules: the next run. */
    readonly nextTime: string;
    readonly paused: string;
    readonly finished: string;
    readonly willRemind: string;
    /** Singular and plural. */
    readonly openTasks: readonly [string, string];
    readonly doneTasks: readonly [string, string];
    readonly noSuch: Readonly<Record<'task' | 'memory' | 'schedule', string>>;
    readonly which: Readonly<Record<'task' | 'memory' | 'schedule', string>>;
    readonly nothingDue: string;
    /** After a change of as many tasks as are changed at a time. */
    readonly tasksLeft: string;
    readonly refused: Readonly<Record<string, string>>;
    readonly uncomputable: Readonly<Record<'division-by-zero' | 'too-large', string>>;
    readonly notOffered: Readonly<Record<'tasks' | 'schedules' | 'memories' | 'search' | 'date', string>>;
  } & Readonly<Record<Sentence, string>>;
  /** The words for times. */
  readonly time: TimeWords;
}

type Sentence =
  | Exclude<SmallTalk, 'my_name'>
  | 'noTasks'
  | 'noOpenTasks'
  | 'noDoneTasks'
  | 'schedules'
  | 'noSchedules'
  | 'memories'
  | 'noMemories'
  | 'didNotWork'
  | 'found'
  | 'foundNothing'
  | 'searchFailed'
  | 'today'
  | 'otherDay'
  | 'daysAway'
  | 'time'
  | 'yourName'
  | 'unknownName'
  | 'youSaid'
  | 'received'
  | 'inFiles'
  | 'notUnderstood';

export type SmallTalk =
  | 'my_name'
  | 'how_are_you'
  | 'who'
  | 'help'
  | 'thanks'
  | 'farewell'
  | 'greeting'
  | 'acknowledgement'
  | 'languages'
  | 'account'
  | 'clear';

export type RequestKind = (typeof requestKinds)[number];

/** The kinds of requests to the rule-based model. A sentence that fits several is the first of them. */
export const requestKinds = [
  'account',
  'rename_task',
  'reopen_task',
  'complete_task',
  'change_schedule',
  'delete_schedule',
  'forget_memory',
  'delete_task',
  'list_memories',
  'save_memory',
  'web_search',
  'time',
  'date',
  'countdown',
  'list_schedules',
  'list_due',
  'list_tasks',
  'agenda',
  'postpone',
  'snooze_task',
  'set_due',
  'add_task',
  'my_name',
  'how_are_you',
  'who',
  'help',
  'thanks',
  'farewell',
  'greeting',
  'acknowledgement',
  'languages',
  'clear',
] as const;
