import { fold } from '../language/fold.ts';
import {
  adverbs,
  clauses,
  determiners,
  digitWords,
  forWhat,
  links,
  names,
  naming,
  otherThings,
  owners,
  pointers,
  requests,
  roles,
  states,
  units,
  verbs,
  years,
} from './stated-password-words.ts';

/**
 * True for a text with the word for a password, a PIN or a card's check number and its value beside it, before or
 * after, with a verb or without one. After "is" anything is a value save what tells how or where a password is;
 * elsewhere only what looks like one: letters with digits, or a number. English, German and Italian.
 */
export function statesPassword(text: string): boolean {
  const tokens = tokensOf(text);
  return tokens.some(({ word }, i) => {
    const kind = kindOf(word);
    if (kind === undefined || otherThings.has(tokens[i + 1]?.word ?? '')) return false;
    return (
      isFollowed(tokens, i, kind) ||
      isPreceded(tokens, i, kind) ||
      (kind === 'password' && isWholeText(tokens, i))
    );
  });
}

interface Token {
  /** As it was written, without the marks around it. */
  readonly raw: string;
  readonly word: string;
  /** The mark that ends a clause after it. */
  readonly end: string;
}
type Kind = 'password' | 'number' | 'secret';

function tokensOf(text: string): Token[] {
  const plain = joined.reduce(
    (changed, [pattern, word]) => changed.replace(pattern, word),
    text.replaceAll('’', "'").replace(/https?:\/\/\S+/gi, 'website'),
  );
  return plain
    .replace(/(?<!\d)[:=]|[:=](?!\d)|->|→/g, ' : ')
    .split(/\s+/)
    .flatMap((part) => {
      if (part === ':') return [{ raw: ':', word: ':', end: '' }];
      const opened = part.replace(/^["'“”„«»‚‘`([{]+/, '');
      const raw = opened.replace(/(?<!["'“”„«»‘`)\]}.,;!?…])["'“”„«»‘`)\]}.,;!?…]+$/, '');
      const end = /[.,;!?]/.exec(opened.slice(raw.length))?.[0] ?? '';
      // Folded, the Italian verb would be the conjunction.
      const word = raw.toLowerCase() === 'è' ? 'è' : fold(raw);
      if (word === '') return [];
      const owner = word.endsWith("'s") ? word.slice(0, -2) : '';
      if (kindOf(owner) === undefined) return [{ raw, word, end }];
      return [
        { raw: owner, word: owner, end: '' },
        { raw: 'is', word: 'is', end },
      ];
    });
}

/** Names of several words, as one. */
const joined: readonly (readonly [RegExp, string])[] = [
  [/\bpass[ -](code|phrase|word)(s?)\b/gi, 'pass$1$2'],
  [/\bparol[ae] d'(?:ordine|accesso)\b/gi, 'password'],
  [/\b(?:(?:codic[ei]|numer[oi]) (?=pin\b|cvv\b|cvc\b))/gi, ''],
  [/\b(pin|cvv|cvc|tan)[ -]?(?:codes?|numbers?|nummern?)\b/gi, '$1'],
  [/\b(?:security code|codice di sicurezza)\b/gi, 'cvv'],
  [/\bcodice segreto\b/gi, 'pin'],
  [
    /\b(?:api[- ]?(?:key|schlüssel)|chiave api|access token|private key|client secret|seed phrase|recovery (?:code|phrase))(?:s\b|\b)/gi,
    'passphrase',
  ],
];

function kindOf(word: string): Kind | undefined {
  if (word === 'secret') return 'secret';
  if (passwordWord.test(word)) return 'password';
  return numberWord.test(word) ? 'number' : undefined;
}
const passwordWord =
  /(?:^|-)(?:passwords?|passwds?|pwds?|passcodes?|passphrases?)$|(?:passwort(?:e?s|er?)?|kennwort(?:e?s|er?)?|passphrasen)$/;
const numberWord =
  /(?:^|-)(?:pins?|cvvs?|cvv2|cvcs?|cvc2|tans?)$|(?:geheimzahl(?:en)?|geheimnummern?|geheimcodes?|prufnummern?|prufziffern?|sicherheitscodes?)$|^(?:bank|karten|handy|sim|konto|telefon)pins?$/;
const isPlural = (word: string): boolean =>
  /(?:words|codes|phrases|passwds|pwds|pins|cvvs|cvcs|tans|worter|en)$/.test(word);

const wordAt = (tokens: readonly Token[], i: number): string => tokens[i]?.word ?? '';

/** "My PIN 4711", "my password is hunter2", "the password for the wifi at home is swordfish". */
function isFollowed(tokens: readonly Token[], place: number, kind: Kind): boolean {
  let first = place + 1;
  while (links.has(wordAt(tokens, first))) first += 1;
  if (/[.;!?]/.test(tokens[place]?.end ?? '')) return false;
  if (isValue(tokens, first)) return true;
  const tellsWhatFor = forWhat.has(wordAt(tokens, first));
  for (let i = first; i < Math.min(tokens.length, first + reach); i += 1) {
    const word = wordAt(tokens, i);
    if (verbs.has(word)) return isSaid(tokens, i, kind === 'password' && (i === first || tellsWhatFor));
    if (clauses.has(word) || tokens[i - 1]?.end) return false;
    if (!tellsWhatFor || i < first + 2) continue;
    if (isMixed(tokens, i) || (isNumber(tokens, i) && isLast(tokens, i))) return true;
  }
  return false;
}

/** What is said with a verb or a colon: a value, or with `anyWord` whatever does not tell how a password is. */
function isSaid(tokens: readonly Token[], verb: number, anyWord: boolean): boolean {
  let first = verb + 1;
  while (verbs.has(wordAt(tokens, first)) || adverbs.has(wordAt(tokens, first))) first += 1;
  if (first >= tokens.length) return false;
  if (isValue(tokens, first)) return true;
  const names = naming.has(wordAt(tokens, first - 1));
  if (anyWord && (names || !tellsState(tokens, first))) return true;
  return [1, 2, 3].some((more) => isMixed(tokens, first + more));
}

/** "Hunter2 is my bank password", "4711 as PIN", "(dass) hunter2 mein Passwort ist". */
function isPreceded(tokens: readonly Token[], place: number, kind: Kind): boolean {
  for (let verb = place - 1; verb >= Math.max(1, place - 4); verb -= 1) {
    if (!verbs.has(wordAt(tokens, verb)) || wordAt(tokens, verb) === ':') continue;
    const isOwn = determiners.has(wordAt(tokens, verb + 1));
    if (!isOwn && verb !== place - 1) continue;
    if (isValue(tokens, verb - 1)) return true;
    const isFirst = verb - 1 === leadOf(tokens);
    return kind === 'password' && isOwn && isFirst && !pointers.has(wordAt(tokens, verb - 1));
  }
  let at = place - 1;
  let isLinked = verbs.has(wordAt(tokens, place + 1)) && place + 2 === tokens.length;
  while (at >= 0 && (determiners.has(wordAt(tokens, at)) || roles.has(wordAt(tokens, at)))) {
    isLinked ||= roles.has(wordAt(tokens, at));
    at -= 1;
  }
  if (at < 0 || tokens[at]?.end) return false;
  if (isMixed(tokens, at)) {
    const isProduct =
      determiners.has(wordAt(tokens, at - 1)) && /^\p{Lu}\p{L}*\d{1,3}$/u.test(tokens[at]?.raw ?? '');
    return !isProduct;
  }
  if (!isNumber(tokens, at) || years.has(wordAt(tokens, at - 1))) return false;
  // A number alone may count what follows, or be the year of something.
  const isCount = at === place - 1 && (isPlural(wordAt(tokens, place)) || wordAt(tokens, at).length < 4);
  return isLinked || (at === place - 1 && !isCount);
}

/** "Remember my password swordfish": nothing but the word and its value. */
function isWholeText(tokens: readonly Token[], place: number): boolean {
  const lead = leadOf(tokens);
  if (place > lead + 4) return false;
  const owned = tokens.slice(lead, place).findIndex(({ word }) => owners.has(word));
  const start = lead + owned + 1;
  if (place < start || place > start + 2 || owned > 1 || tokens[place]?.end) return false;
  if (owned === -1 && lead === 0 && place > 0) return false;
  const value = wordAt(tokens, place + 1);
  const rest = tokens.length - (place + 2);
  if (rest < 0 || rest > 1 || (rest === 1 && !verbs.has(wordAt(tokens, place + 2)))) return false;
  return !clauses.has(value) && !forWhat.has(value) && !links.has(value) && !tellsState(tokens, place + 1);
}

const leadOf = (tokens: readonly Token[]): number => {
  const first = tokens.slice(0, reach).findIndex(({ word }) => !requests.has(word));
  return first === -1 ? reach : first;
};

const isLast = (tokens: readonly Token[], i: number): boolean =>
  i === tokens.length - 1 || tokens[i]?.end !== '';

const isValue = (tokens: readonly Token[], i: number): boolean => isMixed(tokens, i) || isNumber(tokens, i);

/** Letters with digits or signs, as words do not have them. */
function isMixed(tokens: readonly Token[], i: number): boolean {
  const raw = tokens[i]?.raw ?? '';
  if (raw.length < 4 || names.has(wordAt(tokens, i)) || measure.test(raw)) return false;
  if (/^[^@]+@[^@]+\.\p{L}+$/u.test(raw) || /^[\d.,/:-]+$/.test(raw)) return false;
  return /\d/.test(raw) ? /[\p{L}@#$%^&*_+=~|\\<>!?]/u.test(raw) : /[@#$%^*+=~|\\<>]/.test(raw);
}
const measure =
  /^[$€£]?\d[\d.,]*(?:[%€$£kKmM]|st|nd|rd|th|am|pm|h|x|min|mal|er|-?(?:bits?|digits?|characters?|chars?|letters?|stellige?[nrs]?))?$|^\d+-\p{L}+$/u;

/** Three digits or more, together, in groups or as words; not what counts the characters of a password. */
function isNumber(tokens: readonly Token[], i: number): boolean {
  let digits = 0;
  let at = i;
  for (; at < tokens.length && at < i + 12; at += 1) {
    const parts = wordAt(tokens, at).split(/[.-]/);
    if (!parts.every((part) => /^\d+$/.test(part) || digitWords.has(part))) break;
    if (isDate.test(wordAt(tokens, at))) break;
    digits += parts.reduce((sum, part) => sum + (/^\d+$/.test(part) ? part.length : 1), 0);
    if (tokens[at]?.end) return digits >= 3;
  }
  return digits >= 3 && !units.has(wordAt(tokens, at));
}
const isDate = /^\d{1,2}[.-]\d{1,2}[.-]\d{2,4}$|^\d{4}-\d\d-\d\d$/;

/** How or where a password is, or what becomes of it. */
const tellsState = (tokens: readonly Token[], i: number): boolean => {
  const word = wordAt(tokens, i);
  return (
    states.has(word) ||
    /^(?:than|als|di|che)$/.test(wordAt(tokens, i + 1)) ||
    /\p{L}{2}(?:ly|ed|ing|iert)$/u.test(word) ||
    otherThings.has(word) ||
    (/^\d+$/.test(word) && units.has(wordAt(tokens, i + 1)))
  );
};

const reach = 8;
