/**
 * What core knows of a language, as data. Patterns are of one line as `linesOf` gives it. Those that are parts of a
 * pattern over all languages are said to be alternatives: they have no flags and no groups of their own around them.
 */
export interface Vocabulary {
  /** In English, as the model is told. */
  readonly name: string;
  readonly locale: string;

  /** By which a text is told: function words, and a form that a word has in no other language. */
  readonly functionWords: string;
  readonly wordSign: RegExp;
  readonly stemmer: (word: string) => string;
  readonly stopWords: readonly string[];

  /** From January. */
  readonly months: string;
  /** What may end the number of a day, and stand between it and the month. */
  readonly dayOfMonth?: { readonly ordinals: string; readonly of: string };
  /** Months that are other words too, unless a number or one of these words stands beside them. */
  readonly doubtfulMonths?: { readonly words: string; readonly unlessAfter: string };

  readonly captions: {
    readonly quotes: readonly [string, string];
    readonly failed: string;
    /** Whether a word that begins a line keeps its capital inside of one. */
    readonly keepsCapitals: boolean;
  };
  /** The few sentences of a reply that no model writes. */
  readonly replies: {
    /** A denial without a reply of the operator's own. */
    readonly denied: string;
    readonly stopped: string;
    /** Nothing is left of the reply without the links that were taken out. */
    readonly onlyLinks: string;
    /** Before the list of what was done, when the model had no words for it. */
    readonly done: string;
    readonly doneButFailed: string;
    /** After a reply that is as long as one may be. */
    readonly full: string;
  };

  /** Mails about an account; `{}` is filled in. */
  readonly mails: {
    readonly greeting: string;
    readonly reset: Readonly<Record<'subject' | 'why' | 'button' | 'how' | 'unasked', string>>;
    readonly proof: Readonly<Record<'subject' | 'what' | 'look', string>> & {
      /** Of one and of several. */
      readonly keys: readonly [string, string];
    };
    readonly password: Readonly<Record<'subject' | 'what' | 'otherwise' | 'button', string>> & {
      readonly by: Readonly<Record<'link' | 'session', string>>;
    };
    /** `what` and `key` are filled with where the browser was sent (`computer`: here) and what the program calls itself. */
    readonly connection: Readonly<
      Record<'subject' | 'what' | 'key' | 'computer' | 'otherwise' | 'button', string>
    >;
  };

  /** A plain yes to what was asked, and what may follow it: alternatives. */
  readonly consent: { readonly yes: RegExp; readonly more: RegExp };
  /** A request whose object is what a search finds. */
  readonly pointsAtFindings: RegExp;
  /** What does not tell one task from another. */
  readonly unspecific: string;

  readonly memories: {
    /** What a polite request begins with, and what may stand before any: alternatives. */
    readonly polite: RegExp;
    readonly lead: RegExp;
    /** After the lead; the first group is what is to be remembered. */
    readonly request: RegExp;
    /** A request anywhere in a message. */
    readonly anywhere: RegExp;
    /** What a clause may follow, alternatives; and requests at the start of one not to remember. */
    readonly conjunctions: RegExp;
    readonly refusals: readonly RegExp[];
    /** What stands before a statement and says nothing: alternatives. */
    readonly opening: RegExp;
    /** What is said of this moment or of this conversation, not for good. */
    readonly passing: RegExp;
    /** Sentences that begin like a lasting statement of the person about themselves. */
    readonly statements: readonly RegExp[];
    /** Work under way, and likes, dislikes and wishes: in lower case. */
    readonly project: readonly RegExp[];
    readonly preference: readonly RegExp[];
  };
  /** A subordinate clause as a sentence, where the order of words differs; undefined for any other words. */
  readonly mainClause?: (words: string) => string | undefined;

  /** How a person states a name. */
  readonly names: {
    /** Titles whose full stop ends no sentence, a question behind a statement, what may stand before one, and what ends
     * a name: alternatives. */
    readonly titles: RegExp;
    readonly asksAfterwards: RegExp;
    readonly opening: RegExp;
    readonly ends: RegExp;
    /** Before a name, alternatives; with what has to follow it, if anything. */
    readonly statements: readonly { readonly before: RegExp; readonly after?: RegExp }[];
    /** Statements that nothing but a name ends: alternatives. */
    readonly naming: RegExp;
    /** Verbs and courtesies that a name leaves behind: alternatives. */
    readonly behind: RegExp;
    /** What follows "call me" without being a name, and when or how to call. */
    readonly notNames: string;
    readonly timesAndWays: string;
    readonly adverb?: RegExp;
    readonly particles: string;
  };

  /** By which a stated password is told: lists of words, and alternatives that see folded text. */
  readonly secrets: {
    /** Words for what anything may be the value of, for numbers, and for what mostly is something else. */
    readonly passwords: RegExp;
    readonly numbers: RegExp;
    readonly others?: RegExp;
    /** How several of them end, and what ends a number that counts: alternatives. */
    readonly plural?: RegExp;
    readonly counted?: RegExp;
    /** What makes of the word another thing: a password manager keeps no secret from anybody. */
    readonly otherThings?: string;
    /** "Is", and verbs that only a value follows. */
    readonly verbs: string;
    readonly naming?: string;
    readonly adverbs: string;
    /** Between the word and its value, before what it is for, and between a value and the word. */
    readonly links: string;
    readonly forWhat: string;
    readonly roles: string;
    readonly owners: string;
    readonly determiners: string;
    readonly clauses: string;
    /** What is no value before "is my password". */
    readonly pointers: string;
    readonly requests: string;
    readonly digits: string;
    /** What a year follows, and what a number counts. */
    readonly dates: string;
    readonly units: string;
    /** How or where a password is, and what follows a comparison. */
    readonly states: string;
    readonly stateSign?: RegExp;
    readonly than: string;
  };

  /** How the rule-based model is asked. */
  readonly rules: {
    /** Courtesies before and after a request, and what joins two. */
    readonly politeness: RegExp;
    readonly politeEnd: RegExp;
    readonly joints: RegExp;
    /** What is no part of the name of a task, of a new title, or (replaced) of what a reminder is for. */
    readonly filler: RegExp;
    readonly titleStart: readonly RegExp[];
    readonly infinitives?: readonly (readonly [RegExp, string])[];
    /**
     * Whole requests, whose named groups say what the words are: a `task` or a `memory` that is there, the new `name` of
     * a task, a new one's `title`, the same with something before it (`thing`), several (`things`) or with a verb
     * (`deed`), the `content` to remember, the `query` to search.
     */
    readonly requests: Readonly<Record<RequestKind, readonly RegExp[]>>;
    /** All tasks, done ones, and one that the last reply named; "and"; and what questions begin with: alternatives. */
    readonly all: RegExp;
    readonly done: RegExp;
    readonly it: RegExp;
    readonly and: RegExp;
    readonly questions: RegExp;
    /** Words that every question about the person has. */
    readonly asking: string;
    /** What stands before the person's name: alternatives. */
    readonly myNameIs: RegExp;
  };
  /** How it is asked to calculate: alternatives, the last by the sign that they mean. */
  readonly sums: {
    readonly lead: RegExp;
    readonly asked: RegExp;
    readonly article: RegExp;
    readonly end: RegExp;
    readonly of: RegExp;
    readonly words: Readonly<Record<'%' | '^' | '^2' | '*' | '/' | '+' | '-', RegExp>>;
  };
  /** What it says; `{}` is filled in. Titles and contents come quoted or in bold already. */
  readonly says: {
    readonly done: Readonly<Record<string, string>>;
    /** Of one and of several. */
    readonly openTasks: readonly [string, string];
    readonly doneTasks: readonly [string, string];
    readonly noSuch: { readonly task: string; readonly memory: string };
    readonly which: { readonly task: string; readonly memory: string };
    readonly refused: Readonly<Record<string, string>>;
    readonly uncomputable: Readonly<Record<'division-by-zero' | 'too-large', string>>;
    readonly notOffered: Readonly<Record<'tasks' | 'memories' | 'search' | 'date', string>>;
  } & Readonly<Record<Sentence, string>>;
}

type Sentence =
  | Exclude<SmallTalk, 'my_name'>
  | 'noTasks'
  | 'noOpenTasks'
  | 'noDoneTasks'
  | 'memories'
  | 'noMemories'
  | 'didNotWork'
  | 'found'
  | 'foundNothing'
  | 'searchFailed'
  | 'today'
  | 'time'
  | 'yourName'
  | 'unknownName'
  | 'youSaid'
  | 'notUnderstood';

export type SmallTalk = 'my_name' | 'how_are_you' | 'who' | 'help' | 'thanks' | 'farewell' | 'greeting';

export type RequestKind = (typeof requestKinds)[number];

/** What a sentence may ask of the rule-based model. One that fits several is the first of them. */
export const requestKinds = [
  'rename_task',
  'reopen_task',
  'complete_task',
  'forget_memory',
  'delete_task',
  'list_memories',
  'save_memory',
  'web_search',
  'time',
  'date',
  'list_tasks',
  'add_task',
  'my_name',
  'how_are_you',
  'who',
  'help',
  'thanks',
  'farewell',
  'greeting',
] as const;
