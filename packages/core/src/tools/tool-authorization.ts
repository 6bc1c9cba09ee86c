import { anyOf, inAll } from '../language/languages.ts';
import { lineOf } from '../language/prepare.ts';
import { stemsOf } from '../language/stems.ts';
import { asksFor, type ToolName } from '../language/tool-words.ts';
import { asksToRemember } from '../memories/remember.ts';

/**
 * Whether a tool that writes may act once text from outside is part of the turn. That text may give orders,
 * and a model may follow them; so the decision is made here, from the person's own message alone: it must ask
 * for this kind of thing, and name what is to be acted on. Adding what was found is allowed when the message
 * asks for just that ("add the best one", "remember the title"), and so is what the last reply asks about at
 * its end, when the message is a plain yes to it.
 */
export function isAuthorized(
  tool: ToolName,
  subject: string,
  { message, lastReply = '' }: { readonly message: string; readonly lastReply?: string },
): boolean {
  const line = lineOf(message);
  const asked = tool === 'save_memory' ? asksToRemember(message) : asksFor(tool, line);
  if (asked === undefined) return true;
  // "Yes" to a question that named it.
  if (consent.test(line) && names(questionOf(lastReply), subject)) return true;
  if (!asked) return false;
  if (names(message, subject)) return true;
  return (
    (tool === 'add_task' || tool === 'save_memory') && pointsAtFindings.some((pattern) => pattern.test(line))
  );
}

const consent = new RegExp(
  `^${anyOf((of) => of.consent.yes)}(?:[\\s,.!]+${anyOf((of) => of.consent.more)})*[\\s.!]*$`,
  'iu',
);

/** A request whose object is what the search finds. */
const pointsAtFindings = inAll((of) => of.pointsAtFindings);

/**
 * The line of the last question of a reply, as it is read. A yes is none to what is said elsewhere in the reply, or is
 * not shown: text from outside may have been repeated there.
 */
function questionOf(reply: string): string {
  const end = reply.slice(-questionCharsMax).replace(/<[^<>]*>|\]\([^()]*\)/g, '');
  return end.split('\n').findLast((line) => line.includes('?')) ?? '';
}

const questionCharsMax = 1_000;

/** At least half of the words that carry meaning in the subject are the person's own. */
function names(message: string, subject: string): boolean {
  const [said, wanted] = [stemsOf(message), stemsOf(subject)];
  if (wanted.size === 0) return false;
  let shared = 0;
  for (const word of wanted) if (said.has(word)) shared += 1;
  return shared / wanted.size >= 0.5;
}

/** Whether a text has no words that carry meaning but those of a message. */
export function isOwnWords(message: string, text: string): boolean {
  const said = stemsOf(message);
  return [...stemsOf(text)].every((word) => said.has(word));
}
