import { detectLanguage } from '../language/detect.ts';
import { anyOf, type Language, languages, vocabularies } from '../language/languages.ts';
import { linesOf } from '../language/lines.ts';
import { asksNotToRemember } from '../memories/remember.ts';
import { eachTimeOfDay, type PartedTimes, partTimes, timedLanguage } from '../time/grammar/read-time.ts';
import { capitalised, type Intent } from './intents.ts';
import { asking, errand, request, withoutSigns } from './request.ts';

/**
 * The requests in a message, in order, and the language in which they were understood. Empty if none was understood. The
 * likely language is tried first, then the others.
 */
export function understand(
  message: string,
  language: Language,
): { readonly intents: Intent[]; readonly language: Language } {
  // Orders in a pasted text are not the person's.
  if (linesOf(message).some((line) => pasted.test(line))) return { intents: [], language };
  const order = [language, ...languages.filter((other) => other !== language)];
  // A note is what remains if nothing is understood: in the wrong language, any sentence would be one.
  const noted = detectLanguage(message) ?? timedLanguage(message, order);
  for (const tried of order) {
    const mayNote = (noted ?? tried) === tried;
    const sentences = sentencesOf(message, tried);
    const each = sentences.map((sentence) => {
      const isQuestion = sentence.endsWith('?') && !vocabularies[tried].time.reminds.test(sentence);
      return meaningOf(sentence, tried, mayNote && !isQuestion);
    });
    const intents = each.flat();
    // Thanks are no answer to a long sentence that was not understood.
    const isMissed = (found: Intent[], i: number) =>
      mayNote && found.length === 0 && (sentences[i] ?? '').split(' ').length > remarkWordsMax;
    if (intents.length === 0 || (each.some(isMissed) && intents.every(({ kind }) => loose.has(kind))))
      continue;
    const all = intents.flatMap((intent) => atEachTime(intent, tried));
    return { intents: withoutRepeats(wanted(all, message, tried)), language: tried };
  }
  return { intents: [], language };
}

const pasted = new RegExp(
  anyOf((of) => of.rules.pasted),
  'iu',
);

/** "At 8 and at 20 take the pills" are two tasks: one has one time of day. */
const atEachTime = (intent: Intent, language: Language): Intent[] =>
  (intent.kind === 'add_task' || intent.kind === 'create_schedule') && intent.when !== undefined
    ? eachTimeOfDay(intent.when, language).map((when) => ({ ...intent, when }))
    : [intent];

/**
 * Nothing is saved that the person does not want remembered, whatever the rest of the message asks for, no task without
 * a name, and no memory without content: "my dog is Rex, remember that".
 */
const wanted = (intents: readonly Intent[], message: string, language: Language): Intent[] =>
  intents.filter((intent) => {
    const { pointers } = vocabularies[language].rules;
    if (intent.kind === 'add_task') return !pointers.test(intent.title ?? '');
    const isMemory = intent.kind === 'save_memory';
    return !isMemory || !(pointers.test(intent.content ?? '') || asksNotToRemember(message));
  });

/**
 * Line breaks and sentence ends separate requests; a full stop inside a number or a quotation does not, nor that of
 * "am 5. Dezember".
 */
function sentencesOf(message: string, language: Language): string[] {
  const { rules, time } = vocabularies[language];
  const end = time.dotIsOrdinal ? endOrdinal : endAnyDot;
  const orders = rules.orders.split(' ');
  // A mistyped order would be a task of that name: "cancle the meeting tomorrow".
  const spelled = (line: string) =>
    rules.spellings
      .reduce((text, [short, whole]) => text.replace(short, whole), line)
      .replace(/^(?:\S+ ){0,3}\S+/, (head) =>
        head.replace(
          /\p{L}{5,}/gu,
          (word) => orders.find((order) => isTypo(word.toLowerCase(), order)) ?? word,
        ),
      );
  return withHeadings(linesOf(message))
    .flatMap((line) => spelled(line).split(end))
    .map((sentence) => sentence.replace(/^(?:[-*•]|\d{1,9}[.)]) /, ''))
    .filter((sentence) => sentence !== '' && sentence.length <= sentenceCharsMax)
    .slice(0, 40);
}

/** One letter too many or too few, or two in the wrong order; a longer ending makes another word. */
function isTypo(word: string, order: string): boolean {
  let at = 0;
  while (at < order.length && word[at] === order[at]) at += 1;
  const [rest, wanted] = [word.slice(at), order.slice(at)];
  if (wanted === '') return false;
  const isSwapped = wanted.length > 1 && rest === `${wanted[1]}${wanted[0]}${wanted.slice(2)}`;
  return isSwapped || rest.slice(1) === wanted || rest === wanted.slice(1);
}

/** Each item of a list with its heading: "To do: milk", "To do: eggs". */
const withHeadings = (lines: readonly string[]): string[] =>
  lines
    .join('\n')
    .replace(/^(.{1,80}:)((?:(?:\n[-*•]|[\n ]\d{1,2}[.)]) .+)+)/gm, (_, heading: string, list: string) =>
      list.replace(/[.,;]?(?:\n[-*•]|[\n ]\d{1,2}[.)])(?= )/g, `\n${heading}`).trim(),
    )
    .split('\n');

/** "Dr. Lee": whatever its first letter, but the letter after it is a capital one. */
const title = anyOf((of) => of.names.titles).replace(/\b[a-z]/g, (c) => `[${c.toUpperCase()}${c}]`);
/** "Dr. Lee", "St. Mark", but "we live at Main St. Delete the milk". */
const titled = `(?<![\\p{L}\\d])(?!(?<=[\\p{Ll}\\d] \\p{Lu}\\p{L}* )St)${title}`;
const endAnyDot = new RegExp(`(?<=[.!?])(?<!${titled}\\.) (?=\\p{Lu})`, 'u');
const endOrdinal = new RegExp(`(?<!(?<!\\d)\\d{1,2}\\.)${endAnyDot.source}`, 'u');
const isOneWord = new RegExp(`(?:\\d|${titled})$`, 'u');

/**
 * The requests of a sentence, from left to right. It is cut where both parts are requests by themselves; else it is one.
 * `notes`: also what is no request, but a note or an errand.
 */
function meaningOf(sentence: string, language: Language, notes = false, depth = 0): Intent[] {
  const schedule = scheduled(sentence, language);
  if (schedule) return [schedule];
  // "Can you add milk and finish the tax one?": the question mark of politeness belongs to no request.
  const isPolite = vocabularies[language].rules.politeness.test(sentence);
  const text = isPolite ? sentence.replace(/(?<![ ?])[ ?]+$/, '') : sentence;
  for (const [left, right] of depth < requestsMax ? splits(text, language) : []) {
    // "Remind me tomorrow at 9, delete old photos"
    if (isReminderAlone(left, language)) continue;
    const first = request(left, language);
    if (first.length === 0 || !beginsRequest(right, language)) continue;
    const others = meaningOf(right, language, false, depth + 1);
    if (others.length > 0) return [...first, ...others];
    // One attempt: to try every joint again after each of them doubles the time with each joint.
    break;
  }
  const asked = request(sentence, language);
  const found = asked.length > 0 || !notes ? asked : errand(sentence, language);
  const isDated = found.some(({ kind, when }) => kind === 'add_task' && when !== undefined);
  return isDated && namesFurtherTime(sentence, language) ? [{ kind: 'one_time' }] : found;
}

/**
 * "Dentist tomorrow and on Friday the bank", "pay rent and on Monday buy milk": one task would have the rest in its name,
 * or a day that is not its own.
 */
function namesFurtherTime(sentence: string, language: Language): boolean {
  const timesIn = (words: string) => partTimes(words.slice(0, partCharsMax), language);
  // A word before it: the first joint may begin the rest.
  const whole = partTimes(sentence, language);
  const rest = `… ${whole.rest.trim()}`;
  // "Every morning and night": "night" is a time only behind "every".
  const [every = ''] = whole.when.split(' ', 1);
  const further = [...splits(rest, language)].some(
    ([, right]) => timesIn(right).when !== '' || !['', every].includes(timesIn(`${every} ${right}`).when),
  );
  const begun = [...splits(sentence, language)].some(([left, right, joint]) => {
    const { before, when, after } = timesIn(right);
    const isNext = /\p{L}/u.test(joint) && when !== '' && before === '' && after !== '';
    return isNext && vocabularies[language].rules.intends.test(left) && timesIn(left).when === '';
  });
  return further || begun;
}

/** The words ask for a reminder, and name nothing but its time. */
function isReminderAlone(words: string, language: Language): boolean {
  const { rules, time } = vocabularies[language];
  const { rest } = partTimes(words, language);
  return rest.replace(rules.politeness, '').replace(time.reminds, '').trim() === '';
}

/** "Every weekday at 8 tell me what is due", "tomorrow at 8 send me the news": such a request may have commas. */
function scheduled(sentence: string, language: Language): Intent | undefined {
  const parted = partTimes(sentence, language);
  const { rules, time } = vocabularies[language];
  const said = withoutSigns(parted.rest).replace(/^[,:] ?/, '');
  const prompt = said.replace(rules.politeness, '').replace(rules.politeEnd, '');
  if (![prompt, said].some((text) => time.asks.test(text))) return undefined;
  // A question is about something, and asks for nothing in future.
  // "Can you tell me every morning what is due?" does.
  const isPolite = rules.politeness.test(sentence) && meaningOf(prompt, language).length > 0;
  const isQuestion =
    (sentence.endsWith('?') && !isPolite) || (parted.before !== '' && time.wonders.test(prompt));
  if (parted.repeats ? isQuestion : !isForLater(prompt, parted, language)) return undefined;
  return { kind: 'create_schedule', prompt: capitalised(prompt), when: parted.when };
}

/**
 * Whether a single time is the time of the request, and not of its content ("tell me the weather tomorrow at 8"): at
 * its beginning, in its first words, or at the end of a request to send.
 */
function isForLater(prompt: string, { when, before, after, isTimed }: PartedTimes, language: Language) {
  const { rules, time } = vocabularies[language];
  if (!isTimed || time.wonders.test(prompt) || time.belongs.test(when.split(' ', 1)[0] ?? '')) return false;
  const verb = `${before} `.replace(rules.politeness, '').trim();
  const isAfterVerb = (time.asks.exec(prompt)?.[0].trim().length ?? 0) >= verb.length;
  if (isAfterVerb && prompt.length > verb.length) return true;
  const isLast = withoutSigns(after).replace(rules.politeEnd, '') === '';
  return isLast && !time.belongs.test(before) && time.sends.test(prompt) && !asking.test(verb);
}

/** Bounds the work of a message crafted to be slow. */
const requestsMax = 20;
const remarkWordsMax = 5;
const jointsMax = 12;
const sentenceCharsMax = 600;
const partCharsMax = 200;

/** Every place where a joint (a comma, "and") outside quotes could separate two requests. */
function* splits(
  sentence: string,
  language: Language,
): Generator<[left: string, right: string, joint: string]> {
  const quoted = [...sentence.matchAll(/["“„«][^"”“»]*["”“»]/g)].map(
    ({ index, 0: text }) => [index, index + text.length] as const,
  );
  let seen = 0;
  for (const joint of sentence.matchAll(vocabularies[language].rules.joints)) {
    seen += 1;
    if (seen > jointsMax) return;
    if (quoted.some(([from, to]) => joint.index > from && joint.index < to)) continue;
    // "Am 5. Dezember", "7.45", "Dr. Lee"
    if (joint[0].startsWith('.') && isOneWord.test(sentence.slice(0, joint.index))) continue;
    const right = sentence.slice(joint.index + joint[0].length);
    if (joint.index > 0 && right !== '') yield [sentence.slice(0, joint.index), right, joint[0]];
  }
}

/** The text after a joint is a request only if it starts like one: "and eggs" belongs to "milk". */
function beginsRequest(words: string, language: Language): boolean {
  const [first] = splits(words, language);
  // The short one first: it mostly tells, and the rest may be long.
  return [...(first ? [first[0]] : []), words].some((text) => {
    const intent = request(text, language)[0];
    return intent !== undefined && !loose.has(intent.kind);
  });
}

const loose = new Set<Intent['kind']>(['greeting', 'thanks', 'farewell', 'acknowledgement']);

function withoutRepeats(intents: readonly Intent[]): Intent[] {
  const useful = intents.filter(({ kind }) => !loose.has(kind));
  const wanted = useful.length > 0 ? useful : intents;
  return [...new Map(wanted.map((intent) => [JSON.stringify(intent), intent])).values()];
}
