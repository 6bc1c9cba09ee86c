import { anyOf, inAll } from '../language/languages.ts';
import type { Vocabulary } from '../language/vocabulary.ts';
import { fold } from '../text/fold.ts';

/**
 * True for a text that states a password, a PIN or a card's check number next to the word for it, before or after,
 * with or without a verb. After "is" everything counts as a value except a state or a place; elsewhere only letters
 * with digits, or a number.
 */
export function statesPassword(text: string): boolean {
  const line = `${tokensOf(text).join(' ')} `.replace(named, '$1 is ');
  return patterns.some((pattern) => pattern.test(line));
}

/**
 * Its words and clause-ending punctuation, folded, without quotes. Without its accent, the Italian verb would be the
 * conjunction.
 */
function tokensOf(text: string): string[] {
  const plain = text.replaceAll('’', "'").replace(/https?:\/\/\S+/gi, 'website');
  return fold(plain.replace(/(?<![\p{L}\p{M}])è(?![\p{L}\p{M}])/giu, ' is '))
    .replace(/(?<!\d)[:=]|[:=](?!\d)|->|→/g, ' : ')
    .split(/\s+/)
    .flatMap((part) => {
      const opened = part.replace(/^["'“”„«»‚‘`([{]+/, '');
      const word = opened.replace(/(?<!["'“”„«»‘`)\]}.,;!?…])["'“”„«»‘`)\]}.,;!?…]+$/, '');
      const end = /[.,;!?]/.exec(opened.slice(word.length))?.[0] ?? '';
      return [word, end].filter((token) => token !== '');
    });
}

type SecretWords = Vocabulary['secrets'];

/** A space follows every token, also in combinations. */
const token = (alternatives: string): string => `(?:${alternatives}) `;
const oneOf = (part: (of: SecretWords) => string | undefined, more = '$^'): string =>
  token(
    `${more}|${inAll(({ secrets }) =>
      fold(part(secrets) ?? '$^')
        .split(/\s+/)
        .join('|'),
    ).join('|')}`,
  );

const passwordWords = anyOf((of) => of.secrets.passwords);
const allWords = `${passwordWords}|${anyOf((of) => of.secrets.numbers)}|${anyOf((of) => of.secrets.others)}`;
const named = new RegExp(`(?<!\\S)(${allWords})'s (?=\\S)`, 'gu');

const otherThing = oneOf((of) => of.otherThings);
const password = `(?<!\\S)${token(passwordWords)}(?!${otherThing})`;
const secret = `(?<!\\S)${token(allWords)}(?!${otherThing})`;

const verb = oneOf((of) => of.verbs, ':');
const naming = oneOf((of) => of.naming, ':');
const anyVerb = `(?:${verb}|${naming})`;
const adverb = oneOf((of) => of.adverbs);
const link = oneOf((of) => of.links, '[-–]');
const forWhat = oneOf((of) => of.forWhat);
const role = oneOf((of) => of.roles, ':');
const owner = oneOf((of) => of.owners);
const determiner = oneOf((of) => of.determiners);
const clause = oneOf((of) => of.clauses, '[.,;!?]');
const request = oneOf((of) => of.requests);
const units = oneOf((of) => of.units);

const word = '(?:[^ .,;!?]\\S* )';
/** A word of the same clause before its verb. */
const between = `(?:(?!${clause}|${anyVerb})${word})`;

/** Letters with digits or signs, unlike words; not a product, a measure or an address. */
const mixed =
  '(?!(?:1password|(?:office|o|m|microsoft)365|web3|win(?:dows)?1[01]|oauth2|sha(?:1|256|512)|bcrypt|argon2|log4j|covid19|b2b2c) )' +
  `(?![$€£]?\\d[\\d.,]*(?:[%€$£kmhx]|${anyOf((of) => of.secrets.counted)})? |\\d+-\\p{L}+ )` +
  '(?!\\S+@[^\\s@]+\\.\\p{L}+ )(?=(?=\\S*\\d)\\S*[\\p{L}@#$%^&*_+=~|\\\\<>!?]|\\S*[@#$%^*+=~|\\\\<>])\\S{4,} ';
/** Three or more digits, together, in groups or as words; not a date, and not a count. */
const digit = oneOf((of) => of.digits);
const number = `(?!\\d{1,2}[.-]\\d{1,2}[.-]\\d{2,4} |\\d{4}-\\d\\d-\\d\\d )(?:\\d[\\d.-]{2,} |(?:\\d{1,2} ){2,6}|(?:${digit}){3,12})(?!${units})`;
const value = `(?:${mixed}|${number})`;

/** The state or place of a password, or what happens to it. */
const state = `(?:${oneOf((of) => of.states)}|${otherThing}|${token(`\\S*(?:${anyOf((of) => of.secrets.stateSign)})`)}|\\d+ ${units}|\\S+ ${oneOf((of) => of.than)})`;
const anyValue = `(?!${verb}|${adverb}|${state})${word}`;

const patterns = [
  // "My PIN 4711", "I changed my password to hunter2", "the PIN of the tablet was set to 4711".
  `${secret}(?:, |(?:(?!${clause})${word}){0,8}${link})?(?:${link}){0,2}${value}`,
  // "The password for Netflix hunter2".
  `${secret}(?:${link}){0,3}${forWhat}${between}{1,6}(?:${mixed}|${number}(?:[.,;!?] |$))`,
  // "The code of my card is 123", "my password is something like hunter2".
  `${secret}${between}{0,8}${anyVerb}(?:${anyVerb}|${adverb}){0,4}(?:${value}|${word}{1,3}${mixed})`,
  // "My password is swordfish", "the password for the wifi at home is swordfish".
  `${password}(?:${link}){0,3}(?:${forWhat}${between}{0,7})?(?:${anyVerb}(?:${anyVerb}|${adverb}){0,4}${anyValue}|(?:${anyVerb}|${adverb}){0,4}${naming}${word})`,
  // "Hunter2 is my bank password", "4711 as PIN", "(dass) hunter2 mein Passwort ist".
  `(?<!\\S)${value}${anyVerb}(?:${determiner}${word}{0,2})?${secret}`,
  `(?<!\\S)${value}(?:${determiner})?${role}(?:${determiner}${word}{0,2})?${secret}`,
  `(?<!\\S)${mixed}${determiner}${secret}`,
  `(?<!\\S)(?<!${determiner})${mixed}${secret}`,
  `(?<!\\S)(?<!${oneOf((of) => of.dates)})\\d{4,} (?!\\S+(?:${anyOf((of) => of.secrets.plural)}) )${secret}`,
  `(?<!\\S)${number}(?:${determiner})?${secret}${verb}$`,
  // "Swordfish is my password".
  `^(?:${request}){0,8}(?!${oneOf((of) => of.pointers)})${word}${anyVerb}${determiner}${word}{0,2}${password}`,
  // Only the word and its value: "Remember my password swordfish".
  `^(?:(?:${request}){1,8}${word}{0,3}|${word}?${owner}${word}{0,2}|)${password}(?!${clause}|${forWhat}|${link}|${state})${word}(?:${verb})?(?:[.!] )?$`,
].map((source) => new RegExp(source, 'u'));
