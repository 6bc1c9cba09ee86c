import { anyOf, type Language, vocabularies } from '../language/languages.ts';
import { lineOf } from '../language/prepare.ts';
import type { Vocabulary } from '../language/vocabulary.ts';

export type Calculation =
  | { readonly expression: string; readonly result: string; readonly exact: boolean }
  | { readonly expression: string; readonly impossible: keyof Vocabulary['says']['uncomputable'] };

/**
 * The result of a calculation in a text, computed with 20 decimals and shown with 10; undefined if the text is not a
 * calculation. Supports + - × ÷, whole powers, parentheses, percentages, their words, and each language's number
 * format.
 */
export function calculate(text: string, language: Language): Calculation | undefined {
  const { asked, expression } = withoutQuestion(text);
  const symbols = inSymbols(expression);
  if (!/\d/.test(symbols) || !/^[\d.,\s+\-*/^%()]+$/.test(symbols)) return undefined;
  if (!/[+*/^%]|\d\s*-\s*[\d(]/.test(symbols)) return undefined;
  // A date or a telephone number, unless it is part of a request to calculate.
  if (!asked && /^\s*\d+(?:[-/.]\d+)+\s*$/.test(symbols)) return undefined;
  const numbers = numbersOf(language);
  const shown = shownExpression(symbols, numbers);
  try {
    const { amount, exact } = computed(symbols, numbers);
    const digits = decimalText(amount);
    if (digits.length > digitsMax) throw new NoResult('too-large');
    const isWhole = amount % (unit / 10n ** BigInt(placesShown)) === 0n;
    return { expression: shown, result: numbers.write(digits), exact: exact && isWhole };
  } catch (error) {
    if (!(error instanceof NoResult)) throw error;
    return error.reason && { expression: shown, impossible: error.reason };
  }
}

class NoResult extends Error {
  /** Undefined for an invalid expression. */
  readonly reason: keyof Vocabulary['says']['uncomputable'] | undefined;
  constructor(reason?: NoResult['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** Numbers are integers, scaled by this number of decimals. */
const places = 20;
const unit = 10n ** BigInt(places);
const placesShown = 10;
/** Bounds of the work of one calculation. */
const digitsMax = 1_000;
const tokensMax = 200;
const depthMax = 100;

const questions = new RegExp(
  `^(?:${anyOf((of) => of.sums.lead)}(?:, ?| ))*${anyOf((of) => of.sums.asked)} ?:? ?`,
  'i',
);

/** `il 15% di 80`. */
const article = new RegExp(`^${anyOf((of) => of.sums.article)} ?(?=[\\d(])`, 'i');
const courtesy = new RegExp(` ${anyOf((of) => of.sums.end)}$`, 'i');

function withoutQuestion(text: string): { asked: boolean; expression: string } {
  const plain = lineOf(text);
  const expression = plain.replace(questions, '').replace(article, '');
  const ended = expression
    .replace(/(?<![ ?.!=])[ ?.!=]+$/, '')
    .replace(courtesy, '')
    .replace(/(?<![ =])[ =]+$/, '');
  return { asked: expression.length < plain.length || /[?=]$/.test(plain), expression: ended };
}

const meaning = (sign: keyof Vocabulary['sums']['words']): string =>
  `(?<!\\p{L})${anyOf((of) => of.sums.words[sign])}(?!\\p{L})`;
const wordSymbols: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`(?:%|${meaning('%')}) ?${anyOf((of) => of.sums.of)}(?!\\p{L})`, 'gu'), '% *'],
  [new RegExp(meaning('%'), 'gu'), '%'],
  [new RegExp(meaning('^'), 'gu'), '^'],
  [new RegExp(meaning('^2'), 'gu'), '^2'],
  [new RegExp(`${meaning('*')}|[×·∙]|(?<=[\\d)] {0,3})x(?= {0,3}[\\d(])`, 'gu'), '*'],
  [new RegExp(`${meaning('/')}|[÷]|(?<=\\d ):(?= )|(?<=\\d):(?=\\d)`, 'gu'), '/'],
  [new RegExp(meaning('+'), 'gu'), '+'],
  [new RegExp(`${meaning('-')}|[−–]`, 'gu'), '-'],
  [/\*\*/g, '^'],
];

const inSymbols = (text: string): string =>
  wordSymbols.reduce((symbols, [word, symbol]) => symbols.replace(word, ` ${symbol} `), text.toLowerCase());

const signs: Record<string, string> = { '*': '×', '/': '÷', '-': '−', '+': '+' };

const shownExpression = (symbols: string, { read, write }: Numbers): string =>
  symbols
    .replace(/\d[\d.,]*/g, (number) => write(read(number) ?? number))
    .replace(/\s+/g, '')
    .replace(/(?<=[\d)%])[*/+-]/g, (sign) => ` ${signs[sign]} `);

interface Numbers {
  /** As digits with a decimal point; undefined for an invalid number. */
  readonly read: (text: string) => string | undefined;
  /** `1234567.5` → `1,234,567.5`, in German `1.234.567,5`. */
  readonly write: (digits: string) => string;
}

function numbersOf(language: Language): Numbers {
  const format = new Intl.NumberFormat(vocabularies[language].locale, {
    useGrouping: 'min2',
    signDisplay: 'negative',
    maximumFractionDigits: places,
  });
  const mark = (type: string) =>
    format.formatToParts(12_345.6).find((part) => part.type === type)?.value ?? '';
  const [group, point] = [mark('group'), mark('decimal')];
  const grouped = new RegExp(`^\\d{1,3}(?:\\${group}\\d{3})+(?:\\${point}\\d+)?$`);
  return {
    read: (text) => {
      const plain = grouped.test(text)
        ? text.replaceAll(group, '').replace(point, '.')
        : text.replace(',', '.');
      return /^\d+(?:\.\d{1,20})?$/.test(plain) && plain.length <= 100 ? plain : undefined;
    },
    write: (digits) => (isDecimal(digits) ? format.format(digits).replace('-', '−') : digits),
  };
}

const isDecimal = (text: string): text is `${number}` => /^-?\d+(?:\.\d+)?$/.test(text);

/** Rounded to the shown decimals, half away from zero. */
function decimalText(amount: bigint): string {
  const size = (amount < 0n ? -amount : amount) + unit / 10n ** BigInt(placesShown) / 2n;
  const digits = String(size).padStart(places + 1, '0');
  const point = digits.length - places;
  return `${amount < 0n ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point, point + placesShown)}`;
}

/** Recursive descent: sum → product → power → atom. */
function computed(symbols: string, { read }: Numbers): { amount: bigint; exact: boolean } {
  const tokens = symbols.match(/\d[\d.,]*|[+\-*/^%()]/g) ?? [];
  if (tokens.length > tokensMax) throw new NoResult();
  let at = 0;
  let exact = true;
  const taken = (...signs: string[]): string | undefined => {
    const token = tokens[at];
    if (token === undefined || !signs.includes(token)) return undefined;
    at += 1;
    return token;
  };
  const divide = (top: bigint, bottom: bigint): bigint => {
    if (bottom === 0n) throw new NoResult('division-by-zero');
    exact &&= top % bottom === 0n;
    return top / bottom;
  };
  const sum = (depth: number): bigint => {
    let [total] = product(depth);
    for (let sign = taken('+', '-'); sign; sign = taken('+', '-')) {
      const [value, isPercent] = product(depth);
      const amount = isPercent ? divide(total * value, unit) : value;
      total += sign === '+' ? amount : -amount;
    }
    return total;
  };
  /** The second value: whether it is a bare percentage; `200 + 10 %` means ten per cent of the 200. */
  const product = (depth: number): [bigint, isPercent: boolean] => {
    let [value, isPercent] = power(depth);
    for (let sign = taken('*', '/'); sign; sign = taken('*', '/')) {
      const [right] = power(depth);
      value = sign === '*' ? divide(value * right, unit) : divide(value * unit, right);
      isPercent = false;
    }
    return [value, isPercent];
  };
  const power = (depth: number): [bigint, isPercent: boolean] => {
    if (depth > depthMax) throw new NoResult();
    if (taken('+')) return power(depth + 1);
    if (taken('-')) {
      const [value, isPercent] = power(depth + 1);
      return [-value, isPercent];
    }
    const base = atom(depth);
    if (taken('%')) return [divide(base, 100n), true];
    return [taken('^') ? raised(base, power(depth + 1)[0]) : base, false];
  };
  const raised = (base: bigint, exponent: bigint): bigint => {
    if (exponent < 0n || exponent % unit !== 0n) throw new NoResult();
    const times = exponent / unit;
    const wholeDigits = Math.max(1, String(base).length - places);
    if (times * BigInt(wholeDigits) > 3 * digitsMax) throw new NoResult('too-large');
    return times === 0n ? unit : divide(base ** times, unit ** (times - 1n));
  };
  const atom = (depth: number): bigint => {
    if (taken('(')) {
      const value = sum(depth + 1);
      if (!taken(')')) throw new NoResult();
      return value;
    }
    const [whole, rest = ''] = read(tokens[at] ?? '')?.split('.') ?? [];
    if (whole === undefined) throw new NoResult();
    at += 1;
    return BigInt(whole + rest.padEnd(places, '0'));
  };

  const amount = sum(0);
  if (at !== tokens.length) throw new NoResult();
  return { amount, exact };
}
