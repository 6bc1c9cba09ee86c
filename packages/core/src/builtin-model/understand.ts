import { detectLanguage } from '../language/detect.ts';
import { anyOf, type Language, languages, vocabularies } from '../language/languages.ts';
import { linesOf } from '../language/lines.ts';
import { type RequestKind, requestKinds, type Vocabulary } from '../language/vocabulary.ts';
import { asksNotToRemember, memoryStatement } from '../memories/remember.ts';
import { sameTextKey } from '../text/fold.ts';
import type { Day } from '../time/grammar/days/day.ts';
import { eachTimeOfDay, type PartedTimes, partTimes } from '../time/grammar/read-time.ts';
import { calculate } from './arithmetic.ts';
import { capitalised, type Intent, intentsOf } from './intents.ts';
import { spelled } from './spelling.ts';

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
  const timeIn = (tried: Language) => partTimes(message.slice(0, sentenceCharsMax), tried).when.length;
  const [most = language] = order.toSorted((a, b) => timeIn(b) - timeIn(a));
  const noted = detectLanguage(message) ?? (timeIn(most) > 0 ? most : undefined);
  for (const tried of order) {
    const each = sentencesOf(message, tried).map((sentence) => {
      const daily = onEachDay(sentence, tried);
      if (daily) return daily;
      const found = requests(sentence, tried);
      if (found.length > 0 || (noted ?? tried) !== tried) return found;
      const meant = intended(sentence, tried);
      // Thanks are no answer to a long sentence that was not understood.
      return meant.length > 0 || sentence.split(' ').length <= remarkWordsMax ? meant : undefined;
    });
    const intents = each.flatMap((found) => found ?? []);
    if (each.includes(undefined) && intents.every(({ kind }) => loose.has(kind))) continue;
    if (intents.length > 0) {
      const all = intents.flatMap((intent) => atEachTime(intent, tried));
      return { intents: withoutRepeats(wanted(all, message, tried)), language: tried };
    }
  }
  return { intents: [], language };
}

const pasted = new RegExp(
  anyOf((of) => of.rules.pasted),
  'iu',
);

/** "Can you add milk and finish the tax one?": the question mark of politeness belongs to no request. */
const withoutQuestionMark = (sentence: string, language: Language): string =>
  vocabularies[language].rules.politeness.test(sentence) ? sentence.replace(/(?<![ ?])[ ?]+$/, '') : sentence;

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
    if (intent.kind === 'add_task') return !pointers.test(intent.title);
    return intent.kind !== 'save_memory' || !(pointers.test(intent.content) || asksNotToRemember(message));
  });

/**
 * Line breaks and sentence ends separate requests; a full stop inside a number or a quotation does not, nor that of
 * "am 5. Dezember".
 */
function sentencesOf(message: string, language: Language): string[] {
  const end = vocabularies[language].time.dotIsOrdinal ? endOrdinal : endAnyDot;
  return withHeadings(linesOf(message))
    .flatMap((line) => spelled(line, language).split(end))
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

const endAnyDot = /(?<=[.!?]) (?=\p{Lu})/u;
const endOrdinal = /(?<=[.!?])(?<!(?<!\d)\d{1,2}\.) (?=\p{Lu})/u;

/** "Remind me tomorrow and on Friday to call Anna": the same task on each day; undefined for any other sentence. */
function onEachDay(sentence: string, language: Language): Intent[] | undefined {
  if (sentence.length > errandsCharsMax) return undefined;
  const { rules, time } = vocabularies[language];
  for (const [left, right] of splits(sentence, language)) {
    const first = partTimes(left, language);
    // "Every morning and evening" is also every evening.
    const every = first.repeats ? `${first.when.replace(/ ?\S+$/, '')} ` : '';
    const other = [right, every + right].map((words) => partTimes(words, language)).find(hasDay);
    if (first.when === '' || !other) continue;
    // "Every Monday and Friday" is one time.
    const isBare = first.rest.replace(rules.politeness, '').replace(time.reminds, '').trim() === '';
    if (other.after !== '' && !isBare) continue;
    if (
      !partTimes(sentence, language).rest.includes(right.slice(0, right.length - other.after.length).trim())
    )
      continue;
    const said = [`${left} ${other.after}`, `${first.before} ${other.when} ${first.after} ${other.after}`];
    const tasks = said.map((each) => {
      const words = each.replace(/\s+/g, ' ').trim();
      const found = requests(words, language);
      return found.length > 0 ? found : intended(words, language);
    });
    const [title, another] = tasks.map(([task]) => task && isAddTask(task) && isTimed(task) && task.title);
    if (title && title === another && tasks.every((one) => one.length === 1)) return tasks.flat();
  }
  return undefined;
}

const hasDay = ({ day, repeats, before }: PartedTimes): boolean =>
  (day !== undefined || repeats) && before === '';

/** The requests of one sentence: one if it is understood whole and contains no second one, else split. */
function requests(sentence: string, language: Language, depth = 0): Intent[] {
  const schedule = scheduled(sentence, language);
  if (schedule) return [schedule];
  if (depth < requestsMax) {
    for (const [left, right] of splits(withoutQuestionMark(sentence, language), language)) {
      const first = request(left, language);
      if (first.length === 0) continue;
      const rest = beginsRequest(right, language) ? requests(right, language, depth + 1) : [];
      if (rest.length > 0) return [...first, ...rest];
      // "Remind me tomorrow to call Anna and on Friday to buy flowers"
      const others = first.every(isTimed) ? onAnotherDay(right, language) : [];
      if (others.length > 0) return [...first, ...likewise(others, first, language)];
    }
  }
  return request(sentence, language);
}

const loneNumber = /^(\D*?)(\d{1,2}(?:[:.]\d\d)?)(\D*)$/;

/** A task, although nobody asks for one, or the correction of a time. */
function intended(sentence: string, language: Language): Intent[] {
  if (sentence.endsWith('?')) return [];
  const { rules, time } = vocabularies[language];
  const [inWord = ''] = time.plain.in.split('|');
  // "Make that 30 minutes"
  for (const said of [sentence, sentence.replace(/\d/, `${inWord} $&`)]) {
    const { when, rest, day, isTimed } = partTimes(said, language);
    // "And at 10"
    const isAddition =
      said === sentence && isTimed && !day && `${rest.trim()} `.replace(rules.joins, '') === '';
    if (when === '' || eachTimeOfDay(when, language).length > 1) continue;
    if (isAddition || rules.corrects.test(rest.trim())) return [{ kind: 'correct_due', when }];
    if (said === sentence && rest.trim().replace(rules.politeEnd, '') === '')
      return [{ kind: 'correct_due', when, isBare: true }];
  }
  // "Make it 10"
  const [, before = '', number, after = ''] = loneNumber.exec(sentence) ?? [];
  if (number && rules.corrects.test(`${before.trim()}${after}`.trim()))
    return [{ kind: 'correct_due', number }];
  return errands(sentence, language);
}

/** "Dentist tomorrow and on Friday the bank": parts with their own times are tasks of their own. */
function errands(sentence: string, language: Language): AddTask[] {
  const parts = sentence.length > errandsCharsMax ? [] : splits(sentence, language);
  for (const [left, right] of parts) {
    const first = errand(left, language);
    // "Buy milk, and call the bank on Monday": a comma between two verbs
    const isPair = sentence[left.length] === ',' && first.length > 0 && intends.test(right);
    if (isPair) return [...first, ...errands(right, language)];
    if (!first.some(isTimed)) continue;
    const rest = onAnotherDay(right, language);
    return rest.length > 0 ? [...first, ...rest] : errand(sentence, language);
  }
  return errand(sentence, language);
}

const intends = new RegExp(
  anyOf((of) => of.rules.intends),
  'iu',
);

/** The tasks of a later part that names its own day: "at 5" alone would be of the day before it. */
function onAnotherDay(part: string, language: Language): AddTask[] {
  if (part.length > errandsCharsMax) return [];
  const { day, repeats } = partTimes(part, language);
  const found = day !== undefined || repeats ? errands(part, language) : [];
  return found.every(isTimed) ? found : [];
}

type AddTask = Extract<Intent, { kind: 'add_task' }>;
const isAddTask = (intent: Intent): intent is AddTask => intent.kind === 'add_task';
const isTimed = (intent: Intent): boolean => isAddTask(intent) && intent.when !== undefined;

/** Reminders as well, if the first ones are: without "to" in "and on Friday to buy flowers". */
function likewise(others: AddTask[], first: readonly Intent[], language: Language): Intent[] {
  if (!first.some((intent) => 'remind' in intent)) return others;
  const vocabulary = vocabularies[language];
  return others.flatMap(({ title, when }) => {
    const deed = title.replace(vocabulary.time.leftBefore, '');
    return reminded(intentsOf('add_task', { deed }, vocabulary, when), true);
  });
}

const ending = /(?<![ .!])[ .!]+$/;

/** A sentence without the punctuation at its end, and without "and" or "also" before it. */
export const withoutEnds = (sentence: string, { joins }: Pick<Vocabulary['rules'], 'joins'>): string =>
  sentence.trim().replace(ending, '').replace(joins, '');

/** Without the signs at its end, also that of a question. */
export const withoutSigns = (text: string): string => text.trim().replace(/(?<![ .!?])[ .!?]+$/, '');

/** "I need to call Anna tomorrow at 9", "dentist on Friday at 3". */
function errand(sentence: string, language: Language): AddTask[] {
  const vocabulary = vocabularies[language];
  const { rules, time } = vocabulary;
  const { when, rest, isDated } = partTimes(sentence, language);
  if (rules.corrects.test(rest.trim())) return [];
  const said = withoutEnds(rest, rules);
  const note = isDated && !time.asks.test(said) ? rules.notes.exec(said)?.groups : undefined;
  const isStated = [rules.stated, asking].some((words) => words.test(note?.title ?? ''));
  const groups = rules.intends.exec(said)?.groups ?? (isStated ? undefined : note);
  const added = groups ? intentsOf('add_task', groups, vocabulary, when) : [];
  const named = added
    .filter(isAddTask)
    .map((intent) => ({ ...intent, title: intent.title.replace(time.leftBehind, '') }));
  return reminded(named, time.reminds.test(sentence));
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
  const isPolite = rules.politeness.test(sentence) && requests(prompt, language).length > 0;
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

/** Words that begin a question, also inside a sentence: "what happened at 5". */
const asking = new RegExp(`(?<!\\p{L})${anyOf((of) => of.rules.questions)}(?!\\p{L})`, 'iu');

/** Bounds the work of a message crafted to be slow. */
const requestsMax = 20;
const remarkWordsMax = 5;
const jointsMax = 12;
const sentenceCharsMax = 600;
const errandsCharsMax = 200;

/** Every place where a joint (a comma, "and") outside quotes could separate two requests. */
function* splits(sentence: string, language: Language): Generator<[string, string]> {
  const quoted = [...sentence.matchAll(/["“„«][^"”“»]*["”“»]/g)].map(
    ({ index, 0: text }) => [index, index + text.length] as const,
  );
  let seen = 0;
  for (const joint of sentence.matchAll(vocabularies[language].rules.joints)) {
    seen += 1;
    if (seen > jointsMax) return;
    if (quoted.some(([from, to]) => joint.index > from && joint.index < to)) continue;
    // "Am 5. Dezember", "7.45"
    if (joint[0].startsWith('.') && /\d$/.test(sentence.slice(0, joint.index))) continue;
    const right = sentence.slice(joint.index + joint[0].length);
    if (joint.index > 0 && right !== '') yield [sentence.slice(0, joint.index), right];
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

function request(words: string, language: Language): Intent[] {
  const calculation = calculate(words, language);
  if (calculation) return [{ kind: 'calculation', calculation }];
  // Before the times are taken out: "by an hour" is a length.
  const postponed = matched(words, language, ['postpone']);
  if (postponed.length > 0) return postponed;
  const { when, rest, day } = partTimes(words, language);
  const { rules, time } = vocabularies[language];
  const timed = when === '' ? [] : matched(rest, language, timedKinds, when);
  // "Push it to 4", not "set the table for 4"
  const [at, amount] = [time.plain.at, time.plain.for].map((list) => list.split('|')[0]);
  const hour = partTimes(words.replace(/ (?=\d{1,2}$)/, ` ${at} `), language);
  const isMoved =
    when === '' &&
    hour.when !== '' &&
    !rules.corrects.test(hour.rest.trim()) &&
    !hour.when.startsWith(`${amount} `);
  const moved = isMoved ? matched(hour.rest, language, ['set_due'], hour.when) : [];
  if (moved.length > 0) return moved;
  const reminds = [words, rest.trim()].some((text) => time.reminds.test(text.replace(rules.politeness, '')));
  if (timed.length > 0 && timed.every((intent) => 'when' in intent)) return reminded(timed, reminds);
  const found = matched(words, language, requestKinds);
  // "Erinnere mich morgen" names nothing yet: ", alte Fotos zu löschen" is what to be reminded of.
  if (found.some((intent) => intent.kind === 'add_task' && sameTextKey(intent.title) === sameTextKey(when)))
    return [];
  if (found.length > 0)
    return found.map((intent) => ({
      ...(intent.kind === 'list_tasks' && !intent.status && !intent.due && dueOn(day, when)),
      ...intent,
    }));
  const dated = when === '' ? [] : matched(rest, language, ['agenda', 'date', 'countdown'], when);
  if (dated.length > 0)
    return dated.map((intent) =>
      intent.kind === 'list_tasks' ? { ...intent, ...dueOn(day, when) } : intent,
    );
  const stated = memoryStatement(words);
  return stated === undefined ? [] : [{ kind: 'save_memory', content: stated }];
}

/** "Show my tasks for tomorrow", "what is on the 30th?" */
function dueOn(day: Day | undefined, when: string): { due?: 'today' | 'tomorrow' | 'week'; on?: string } {
  if (day?.is === 'fromToday' && (day.days === 0 || day.days === 1))
    return { due: day.days === 0 ? 'today' : 'tomorrow' };
  if (day?.is !== 'period') return day ? { on: when } : {};
  const { count, unit } = day.of;
  return count === 0 && (unit === 'week' || unit === 'weekend') ? { due: 'week' } : {};
}

const reminded = <Some extends Intent>(intents: readonly Some[], reminds: boolean): Some[] =>
  intents.map((intent) => (reminds && intent.kind === 'add_task' ? { ...intent, remind: 0 } : intent));

/** The first of these kinds of request that matches the words. `when`: the words for a time that were taken out. */
function matched(words: string, language: Language, kinds: readonly RequestKind[], when?: string): Intent[] {
  const vocabulary = vocabularies[language];
  const { politeEnd, politeness, requests } = vocabulary.rules;
  const said = words.trim();
  const polite = said.replace(ending, '').replace(politeEnd, '') || said;
  const plain = polite.replace(politeness, '') || polite;
  // "Can you add milk?" is a request, not a question.
  for (const text of plain === polite ? [plain] : [plain.replace(/(?<![ ?])[ ?]+$/, ''), polite])
    for (const kind of kinds)
      for (const pattern of requests[kind]) {
        const match = pattern.exec(text);
        // "Lösch die Milch nicht"
        if (negated.test(match?.groups?.task ?? '')) continue;
        // "When is dinner?" asks for no date.
        if (match?.groups?.day && partTimes(match.groups.day, language).rest.trim() !== '') continue;
        const intents = match ? intentsOf(kind, match.groups ?? {}, vocabulary, when) : [];
        if (intents.length > 0 && intents.every(isComplete)) return intents;
      }
  return [];
}

const negated = new RegExp(`(?<!\\p{L})${anyOf((of) => of.rules.negation)}(?!\\p{L})`, 'iu');

/** Requests that a time belongs to. */
const timedKinds = ['snooze_task', 'set_due', 'add_task'] as const;

/** A request without an object ("delete it", "add") is incomplete. */
function isComplete(intent: Intent): boolean {
  return Object.values(intent).every((value) => typeof value !== 'string' || /[\p{L}\p{N}]/u.test(value));
}

function withoutRepeats(intents: Intent[]): Intent[] {
  const useful = intents.some(({ kind }) => !loose.has(kind))
    ? intents.filter(({ kind }) => !loose.has(kind))
    : intents;
  const seen = new Set<string>();
  return useful.filter((intent) => {
    const key = JSON.stringify(intent);
    return !seen.has(key) && seen.add(key);
  });
}
