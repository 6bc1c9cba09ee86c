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
}
