import { detectLanguage } from '../language/detect.ts';
import { anyOf, type Language, languages, vocabularies } from '../language/languages.ts';
import { linesOf } from '../language/lines.ts';
import { asksNotToRemember } from '../memories/remember.ts';
import { eachTimeOfDay, type PartedTimes, partTimes, timedLanguage } from '../time/grammar/read-time.ts';
import { capitalised, type Intent, intentsOf } from './intents.ts';
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
      const found = meaningOf(sentence, tried);
      const isQuestion = sentence.endsWith('?') && !vocabularies[tried].time.reminds.test(sentence);
      return found.length > 0 || !mayNote || isQuestion ? found : meaningOf(sentence, tried, true);
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
  const spelled = (line: string) =>
    rules.spellings.reduce((text, [short, whole]) => text.replace(short, whole), line);
  return withHeadings(linesOf(message))
    .flatMap((line) => spelled(line).split(end))
    .map((sentence) => sentence.replace(/^(?:[-*•]|\d{1,9}[.)]) /, ''))
    .filter((sentence) => sentence !== '' && sentence.length <= sentenceCharsMax)
    .slice(0, 40);
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
 * The requests of a sentence, from left to right. It is cut where both parts are requests by themselves, or tasks with
 * their own days; else it is one. `notes`: also what is no request, but a note or an errand.
 */
function meaningOf(sentence: string, language: Language, notes = false, depth = 0): Intent[] {
  const schedule = scheduled(sentence, language);
  if (schedule) return [schedule];
  const { rules } = vocabularies[language];
  const one = (text: string) => {
    const asked = request(text, language);
    return asked.length > 0 || !notes ? asked : errand(text, language);
  };
  // "Can you add milk and finish the tax one?": the question mark of politeness belongs to no request.
  const text = rules.politeness.test(sentence) ? sentence.replace(/(?<![ ?])[ ?]+$/, '') : sentence;
  const parts = depth < requestsMax ? splits(text, language) : [];
  for (const [left, right, joint] of parts) {
    const days = onEachDay(left, right, sentence, language, one);
    if (days) return days;
    // "Remind me tomorrow at 9, call Anna", "remind me Monday and Friday, call Anna"
    const before = partTimes(left, language);
    const isInTime = partTimes(sentence, language).when.includes(before.when + joint);
    if ((isInTime || joint.trim() === ',') && isReminderAlone(before, language)) continue;
    const asked = request(left, language);
    const first = asked.length > 0 || !notes ? asked : errand(left, language);
    if (first.length === 0) continue;
    const rest = (all: boolean) => meaningOf(right, language, all, depth + 1);
    // "Buy milk, and call the bank on Monday", "buy milk and on Monday pay rent": a comma or a day between two verbs;
    // "buy milk and every Monday water plants": only one of them is repeated.
    const next = afterDay(right, language);
    const isPair =
      asked.length === 0 &&
      (intends.test(joint.trim().startsWith(',') ? right : next.words) ||
        (next.repeats && next.words !== '' && !first.some(isTimed)));
    const others = isPair || (asked.length > 0 && beginsRequest(right, language)) ? rest(isPair) : [];
    if (others.length > 0) return [...first, ...others];
    // "Dentist tomorrow and on Friday the bank": "at 5" alone would be of the day before it.
    const dated = first.every(isTimed) && namesDay(right, language) ? rest(true) : [];
    if (dated.length > 0 && dated.every(isTimed)) return [...first, ...likewise(dated, first, language)];
  }
  return one(sentence);
}

const intends = new RegExp(
  anyOf((of) => of.rules.intends),
  'iu',
);
const isTimed = ({ kind, when }: Intent): boolean => kind === 'add_task' && when !== undefined;

const hasDay = ({ day, repeats }: PartedTimes): boolean => day !== undefined || repeats;
const namesDay = (part: string, language: Language): boolean =>
  part.length <= errandsCharsMax && hasDay(partTimes(part, language));

/** What follows a day at the beginning of the words, which may be repeated; empty for other words. */
function afterDay(text: string, language: Language): { readonly words: string; readonly repeats: boolean } {
  const parted = partTimes(text, language);
  return { words: parted.before === '' && hasDay(parted) ? parted.after : '', repeats: parted.repeats };
}

/** "Remind me tomorrow and on Friday to call Anna": the same task on each day; undefined for any other sentence. */
function onEachDay(
  left: string,
  right: string,
  sentence: string,
  language: Language,
  one: (text: string) => Intent[],
): Intent[] | undefined {
  if (sentence.length > errandsCharsMax) return undefined;
  const first = partTimes(left, language);
  // "Every morning and evening" is also every evening.
  const every = first.repeats ? `${first.when.replace(/ ?\S+$/, '')} ` : '';
  const other = [right, every + right]
    .map((words) => partTimes(words, language))
    .find((parted) => parted.before === '' && hasDay(parted) && parted.after.length < right.length);
  if (first.when === '' || !other) return undefined;
  if (other.after !== '' && !isReminderAlone(first, language)) return undefined;
  // "Every Monday and Friday" is one time.
  const said = right.slice(0, right.length - other.after.length).trim();
  if (!partTimes(sentence, language).rest.includes(said)) return undefined;
  const tasks = one(`${left} ${other.after}`.trim());
  return tasks.length === 1 && tasks.every(isTimed)
    ? tasks.flatMap((task) => [task, { ...task, when: other.when }])
    : undefined;
}

/** The words ask for a reminder, and name nothing but its time. */
function isReminderAlone({ rest }: PartedTimes, language: Language): boolean {
  const { rules, time } = vocabularies[language];
  return rest.replace(rules.politeness, '').replace(time.reminds, '').trim() === '';
}

/** Reminders as well, if the first ones are: without "to" in "and on Friday to buy flowers". */
function likewise(others: Intent[], first: readonly Intent[], language: Language): Intent[] {
  if (!first.some(({ remind }) => remind !== undefined)) return others;
  const vocabulary = vocabularies[language];
  return others.flatMap(({ title = '', when }) => {
    const deed = title.replace(vocabulary.time.leftBefore, '');
    return intentsOf('add_task', { deed }, vocabulary, when).map((task) => ({ ...task, remind: 0 }));
  });
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
function isForLater(
  prompt: string,
  { when, before, after, isTimed }: PartedTimes,
  language: Language,
): boolean {
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
const errandsCharsMax = 200;

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
  return [words, ...(first ? [first[0]] : [])].some((text) => {
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
