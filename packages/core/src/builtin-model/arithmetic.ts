import { anyOf, type Language, vocabularies } from '../language/languages.ts';
import { lineOf } from '../language/lines.ts';
import type { Vocabulary } from '../language/vocabulary.ts';

export type Calculation =
  | { readonly expression: string; readonly result: string; readonly exact: boolean }
  | { readonly impossible: Impossible };

type Impossible = keyof Vocabulary['says']['uncomputable'];

/**
 * The result of a calculation in a text, with at most 10 decimals and 15 digits; undefined if the text is not a
 * calculation. Supports + - × ÷, whole powers, parentheses, percentages, their words, and each language's number
 * format.
 */
export function calculate(text: string, language: Language): Calculation | undefined {
  const { asked, expression } = withoutQuestion(text);
  const symbols = inSymbols(expression);
  if (!/\d/.test(symbols) || !/^[\d.,\s+\-*/^%()]+$/.test(symbols)) return undefined;
  // The rest of a sum, or a telephone number: "plus 5", „und minus 8?“
  if (/^\s*\+/.test(inSymbols(text))) return undefined;
  if (!/[+*/^%]|\d\s*-\s*[\d(]/.test(symbols)) return undefined;
  // A date, a time of day or a telephone number, unless it is part of a request to calculate.
  if (!asked && /^\s*(?:\d+(?:[-/.]\d+)+|\d{1,2}:[0-5]\d)\s*$/.test(expression)) return undefined;
  const numbers = numbersOf(language);
  const computed = compute(symbols, numbers);
  if (computed === undefined) return undefined;
  if (typeof computed === 'string') return { impossible: computed };
  const rounded = Number(Number(computed.toPrecision(digitsShown)).toFixed(placesShown));
  const exact = Math.abs(rounded - computed) <= 8 * Number.EPSILON * Math.abs(computed);
  return { expression: shownExpression(symbols, numbers), result: numbers.write(rounded), exact };
}

/** As many as a floating-point number has. */
const digitsShown = 15;
const placesShown = 10;

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
    .replace(/\d[\d.,]*/g, (number) => write(read(number) ?? Number.NaN))
    .replace(/\s+/g, '')
    .replace(/(?<=[\d)%])[*/+-]/g, (sign) => ` ${signs[sign]} `);

interface Numbers {
  /** Undefined for an invalid number. */
  readonly read: (text: string) => number | undefined;
  /** `1234567.5` → `1,234,567.5`, in German `1.234.567,5`. */
  readonly write: (value: number) => string;
}

function numbersOf(language: Language): Numbers {
  const format = new Intl.NumberFormat(vocabularies[language].locale, {
    useGrouping: 'min2',
    signDisplay: 'negative',
    maximumSignificantDigits: digitsShown,
    maximumFractionDigits: placesShown,
    roundingPriority: 'lessPrecision',
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
      return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : undefined;
    },
    write: (value) => format.format(value).replace('-', '−'),
  };
}

/** Recursive descent: sum → product → power → atom. Undefined for an invalid expression. */
function compute(symbols: string, { read }: Numbers): number | Impossible | undefined {
  const tokens = symbols.match(/\d[\d.,]*|[+\-*/^%()]/g) ?? [];
  let at = 0;
  let impossible: Impossible | undefined;
  const taken = (...signs: string[]): string | undefined => {
    const token = tokens[at];
    if (token === undefined || !signs.includes(token)) return undefined;
    at += 1;
    return token;
  };
  const sum = (): number => {
    let [total] = product();
    for (let sign = taken('+', '-'); sign; sign = taken('+', '-')) {
      const [value, isPercent] = product();
      const amount = isPercent ? total * value : value;
      total += sign === '+' ? amount : -amount;
    }
    return total;
  };
  /** The second value: whether it is a bare percentage; `200 + 10 %` means ten per cent of the 200. */
  const product = (): [number, isPercent: boolean] => {
    let [value, isPercent] = power();
    for (let sign = taken('*', '/'); sign; sign = taken('*', '/')) {
      const [right] = power();
      if (sign === '/' && right === 0) impossible ??= 'division-by-zero';
      value = sign === '*' ? value * right : value / right;
      isPercent = false;
    }
    return [value, isPercent];
  };
  const power = (): [number, isPercent: boolean] => {
    if (taken('+')) return power();
    if (taken('-')) {
      const [value, isPercent] = power();
      return [-value, isPercent];
    }
    const base = atom();
    if (taken('%')) return [base / 100, true];
    return [taken('^') ? raised(base, power()[0]) : base, false];
  };
  const raised = (base: number, exponent: number): number => {
    if (Number.isNaN(base) || !Number.isInteger(exponent) || exponent < 0) return Number.NaN;
    const value = base ** exponent;
    if (Math.abs(value) === Number.POSITIVE_INFINITY) impossible ??= 'too-large';
    return value;
  };
  /** NaN where no number can be read, and so for all that is computed with it. */
  const atom = (): number => {
    if (taken('(')) {
      const value = sum();
      return taken(')') ? value : Number.NaN;
    }
    const value = read(tokens[at] ?? '') ?? Number.NaN;
    at += 1;
    return value;
  };

  const amount = sum();
  if (impossible) return impossible;
  if (at !== tokens.length || Number.isNaN(amount)) return undefined;
  return Math.abs(amount) < 10 ** digitsShown ? amount : 'too-large';
}
