import { anyOf, inAll } from '../../language/languages.ts';
import { lineOf, linesOf, ofLine } from '../../language/lines.ts';
import { sharedPart, stemsOf } from '../../language/stems.ts';
import { asksFor, type WritingTool } from '../../language/tool-words.ts';
import { asksToRemember, memoryRequested } from '../../memories/remember.ts';
import { normalized } from '../../text/fold.ts';

declare const asked: unique symbol;
/** A tool that passed `requireAsked`, without which no change is recorded. */
export type AskedTool = WritingTool & { readonly [asked]: true };

/**
 * Whether a tool that writes may act once text from outside is part of the turn. That text may give orders, and a
 * model may follow them; so the decision uses only the person's own message: it must ask for this kind of change, and
 * name its object. Adding a result is allowed when the message asks for just that ("add the best one", "remember the
 * title"), and so is the action that the last reply asks about at its end, when the message is a plain yes.
 */
export function isAuthorized(
  tool: WritingTool,
  subject: string,
  { message, lastReply = '' }: { readonly message: string; readonly lastReply?: string },
): boolean {
  // A prompt that recurs, and counts as the person's message each time, must consist of the person's own words.
  const share = tool === 'create_schedule' ? 1 : 0.5;
  const requests = requestsIn(message);
  const asked = asks(tool, deletes.has(tool) ? beside(subject, requests) : requests);
  // A statement is saved in the person's own words even if no tool is called.
  if (tool === 'save_memory' && memoryRequested(message) === subject) return true;
  const line = lineOf(message);
  // "Yes" to a question that named it, and this kind of change.
  const question = consent.test(line) ? questionOf(lastReply) : '';
  if (asks(tool, question) && names(question, subject, share)) return true;
  if (!asked) return false;
  if (names(message, subject, share)) return true;
  return (
    (tool === 'add_task' || tool === 'save_memory') &&
    pointsAtFindings.some((pattern) => pattern.test(lineOf(requests)))
  );
}

/** Whether a text has words that ask for this kind of change. */
const asks = (tool: WritingTool, text: string): boolean =>
  tool === 'save_memory' ? asksToRemember(text) : asksFor(tool, lineOf(text));

/**
 * The parts of a message that may ask for a change: no question about something ("How do I remove lime from the coffee
 * machine?" does not ask to remove a task), unless it asks the assistant to do it.
 */
function requestsIn(message: string): string {
  const sentences = linesOf(message).flatMap((line) => line.split(/(?<=[.!?]) /));
  return sentences
    .filter((sentence) => !/\?!*$/.test(sentence) || asksAssistant.test(sentence))
    .map((sentence) => sentence.replace(howClause, ''))
    .join('\n');
}

const deletes: ReadonlySet<WritingTool> = new Set(['delete_task', 'forget_memory', 'delete_schedule']);

/**
 * A text without the words of a title, each taken once: "I want to cancel my gym contract" has the words of the task
 * "Cancel gym contract", and no other that asks to delete it.
 */
function beside(title: string, text: string): string {
  const left = stemsOf(title);
  return text
    .split(/\s+/)
    .filter((word) => ![...stemsOf(word)].some((stem) => left.delete(stem)))
    .join(' ');
}

const asksAssistant = ofLine`(?<!\p{L})${anyOf((of) => of.questions.asked)}(?!\p{L})`;
/** "… how to remove lime", up to the next clause. */
const howClause = new RegExp(
  `(?<!\\p{L})${anyOf((of) => of.questions.how)}(?!\\p{L})[^,;:]*?(?=[,;:]|$| ${anyOf((of) => of.memories.conjunctions)} )`,
  'giu',
);

const consent = ofLine`^${anyOf((of) => of.consent.yes)}(?:[\s,.!]+${anyOf((of) => of.consent.more)})*[\s.!]*$`;

/** A request whose object is a search result. */
const pointsAtFindings = inAll((of) => of.pointsAtFindings);

/**
 * The question that a reply ends with, as displayed. A yes does not answer other parts of the reply, or hidden ones,
 * which may repeat text from outside: none counts in a reply with markup that could hide it.
 */
function questionOf(reply: string): string {
  const end = reply.trimEnd();
  const shown = end.replace(/<[^<>\n]*>|(?<=[^[\]\n]\])\([^()\n]*\)/g, '');
  const [line, whole] = [shown, end].map((text) => text.slice(text.lastIndexOf('\n') + 1));
  const isHidden = hidesText.test(end) || opensLink.test(shown) || mayBeHidden.test(whole ?? '');
  return line?.includes('?') && !isHidden ? line.slice(-questionCharsMax) : '';
}

const questionCharsMax = 1_000;
/**
 * Commands of a formula, such as `\phantom`, tags, which some programs of `/v1` render (`<details>`), comments and other
 * markup (`<?…`), images, whose text is not shown, struck text, and blocks of code or a formula, which scroll.
 */
const hidesText = /\\[a-z]|<[!?/]|<[a-z][\w-]*[\s/>]|!\[|```|~~|~(?!\s)[^~]*(?<!\s)~|\$\$/i;
/** A link that continues, a definition or a footnote. */
const opensLink = /\][ \t]*[(:]/;
/** The same in one line: indented code also in a quote or a list, a table, or the comment of a formula. */
const mayBeHidden = / {4}|[\t`|%]/;

/** At least this share of the subject's content words are the person's own; with 1, all that it says is. */
function names(message: string, subject: string, share: number): boolean {
  const wanted = stemsOf(subject);
  return wanted.size > 0 && (share < 1 ? sharedPart(wanted, message) >= share : isOwnWords(message, subject));
}

/** Whether all content words of a text are in a message, and all signs that a model could read as further words. */
export function isOwnWords(message: string, text: string): boolean {
  const own = normalized(message);
  const signs = normalized(text).match(wordlikeSigns) ?? [];
  return signs.every((sign) => own.includes(sign)) && sharedPart(stemsOf(text), message) === 1;
}

/** Invisible characters, marks on letters, squared letters and pictures: no letter, digit, punctuation or space. */
const wordlikeSigns = /[^\p{L}\p{N}\p{P}\p{Sm}\p{Sc}\p{Sk}\s]/gu;
