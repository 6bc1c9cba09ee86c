import type { Language } from '../language/languages.ts';
import { lineOf } from '../language/prepare.ts';
import {
  add,
  decimal,
  divide,
  type Fraction,
  fraction,
  multiply,
  negate,
  power,
  squareRoot,
  Uncomputable,
} from './fraction.ts';

export type Calculation =
  | { readonly expression: string; readonly result: string; readonly exact: boolean }
  | { readonly expression: string; readonly impossible: Uncomputable['reason'] };

/**
 * The calculation that a text asks for, done exactly (fractions of whole numbers, no floating point); undefined
 * when the text is not one. Knows + - × ÷ ^, parentheses, percentages, roots and the words for them, and
 * the decimal comma of German and Italian.
 */
export function calculate(text: string, language: Language): Calculation | undefined {
  const { asked, expression } = withoutQuestion(text);
  const symbols = inSymbols(expression);
  if (!/\d/.test(symbols) || !/^[\d.,\s+\-*/^%()√]+$/.test(symbols)) return undefined;
  if (!/[+*/^%√]|\d\s*-\s*[\d(]/.test(symbols)) return undefined;
  // A date or a telephone number, unless it was asked as a sum.
  if (!asked && /^\s*\d+(?:[-/.]\d+)+\s*$/.test(symbols)) return undefined;
  const shown = shownExpression(symbols, language);
  try {
    const value = parse(symbols, language);
    if (value === undefined) return undefined;
    const { text: digits, exact } = decimal(value, 10);
    return { expression: shown, result: localNumber(digits, language), exact };
  } catch (error) {
    if (error instanceof Uncomputable) return { expression: shown, impossible: error.reason };
    throw error;
  }
}

const questions =
  /^(?:(?:ok|okay|so|and|und|e|hey|please|bitte|jarvis)(?:, ?| ))*(?:what(?:'s| is| are| does)|how much (?:is|are)|calculate|compute|work out|solve|add up|can you (?:calculate|compute)|was (?:ist|sind|ergibt|macht)|wie ?viel (?:ist|sind|ergibt|macht)|berechne|rechne(?: aus)?|kannst du (?:berechnen|ausrechnen)|quanto (?:fa|fanno|è|vale)|quant'è|calcola|cosa fa) ?:? ?/i;

/** `il 15% di 80`. */
const article = /^(?:the|il|l'|das|die|der) ?(?=[\d(√])/i;

function withoutQuestion(text: string): { asked: boolean; expression: string } {
  const plain = lineOf(text);
  const expression = plain.replace(questions, '').replace(article, '');
  const ended = expression
    .replace(/(?<![ ?.!=])[ ?.!=]+$/, '')
    .replace(/ (?:bitte|please|per favore|equal|ergibt)$/i, '')
    .replace(/(?<![ =])[ =]+$/, '');
  return { asked: expression.length < plain.length || /[?=]$/.test(plain), expression: ended };
}

const wordSymbols: readonly [RegExp, string][] = [
  [
    /\b(?:the )?square root of\b|\b(?:die )?(?:quadrat)?wurzel (?:aus|von)\b|\b(?:la )?radice (?:quadrata )?(?:di|del)\b|\bsqrt\b/g,
    '√',
  ],
  [/(%|\bpercent\b|\bprozent\b|\bper ?cento\b) ?(?:of|von|vom|di|del|dei)\b/g, '% *'],
  [/\b(?:percent|prozent|per ?cento)\b/g, '%'],
  [/\b(?:to the power of|hoch|elevato (?:a|alla)|alla)\b/g, '^'],
  [/\b(?:squared|zum quadrat|al quadrato)(?!\p{L})/gu, '^2'],
  [
    /\b(?:multiplied by|times|multipliziert mit|mal|moltiplicato per|per)\b|[×·∙]|(?<=[\d)] {0,3})x(?= {0,3}[\d(])/g,
    '*',
  ],
  [/\b(?:divided by|geteilt durch|durch|over|diviso(?: per)?)\b|[÷]|(?<=\d ):(?= )|(?<=\d):(?=\d)/g, '/'],
  [/\b(?:plus|und)\b|\bpiù(?!\p{L})/gu, '+'],
  [/\b(?:minus|weniger|meno)\b|[−–]/g, '-'],
  [/\*\*/g, '^'],
];

function inSymbols(text: string): string {
  return wordSymbols.reduce(
    (symbols, [word, symbol]) => symbols.replace(word, ` ${symbol} `),
    text.toLowerCase(),
  );
}

const signs: Record<string, string> = { '*': '×', '/': '÷', '-': '−', '+': '+', '^': '^' };

function shownExpression(symbols: string, language: Language): string {
  return symbols
    .replace(/\d[\d.,]*/g, (number) => {
      const value = parseNumber(number, language);
      return value ? localNumber(decimal(value, 20).text, language) : number;
    })
    .replace(/\s+/g, '')
    .replace(/(?<=[\d)%])[*/+^-]/g, (sign) => (sign === '^' ? '^' : ` ${signs[sign]} `));
}

/** `1234567.5` → `1,234,567.5`, in German `1.234.567,5`. */
export function localNumber(digits: string, language: Language): string {
  const [whole = '', rest] = digits.split('.');
  const point = language === 'en' ? '.' : ',';
  const grouped = /^-?\d{5,}$/.test(whole) ? new Intl.NumberFormat(language).format(BigInt(whole)) : whole;
  return (rest === undefined ? grouped : grouped + point + rest).replace('-', '−');
}

function parseNumber(text: string, language: Language): Fraction | undefined {
  const [group, point] = language === 'en' ? [',', '.'] : ['.', ','];
  const grouped = language === 'en' ? /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/ : /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/;
  let plain = text;
  if (grouped.test(text)) plain = text.replaceAll(group, '').replace(point, '.');
  else if (/^\d+[.,]\d+$/.test(text)) plain = text.replace(',', '.');
  if (!/^\d+(?:\.\d+)?$/.test(plain) || plain.length > 100) return undefined;
  const [whole = '', rest = ''] = plain.split('.');
  return fraction(BigInt(whole + rest), 10n ** BigInt(rest.length));
}

/** Recursive descent: sum → product → power → atom. Undefined for what is not an expression. */
function parse(symbols: string, language: Language): Fraction | undefined {
  const tokens = symbols.match(/\d[\d.,]*|[+\-*/^%()√]/g) ?? [];
  if (tokens.length > 200) return undefined;
  let at = 0;
  let broken = false;
  const zero = fraction(0n);
  const hundred = fraction(100n);
  const taken = (...signs: string[]): string | undefined => {
    const token = tokens[at];
    if (token === undefined || !signs.includes(token)) return undefined;
    at += 1;
    return token;
  };

  interface Term {
    value: Fraction;
    /** A bare percentage: `200 + 10 %` means ten per cent of the 200. */
    percent: boolean;
  }
  const sum = (depth: number): Fraction => {
    let total = product(depth).value;
    for (let sign = taken('+', '-'); sign; sign = taken('+', '-')) {
      const { value, percent } = product(depth);
      const amount = percent ? multiply(total, value) : value;
      total = add(total, sign === '+' ? amount : negate(amount));
    }
    return total;
  };
  const product = (depth: number): Term => {
    let term = signed(depth);
    for (let sign = taken('*', '/'); sign; sign = taken('*', '/')) {
      const right = signed(depth).value;
      term = {
        value: sign === '*' ? multiply(term.value, right) : divide(term.value, right),
        percent: false,
      };
    }
    return term;
  };
  const signed = (depth: number): Term => {
    if (depth > 100) broken = true;
    if (broken) return { value: zero, percent: false };
    if (taken('-')) {
      const term = signed(depth + 1);
      return { ...term, value: negate(term.value) };
    }
    if (taken('+')) return signed(depth + 1);
    const base = atom(depth);
    if (taken('^')) return { value: power(base, signed(depth + 1).value), percent: false };
    return taken('%') ? { value: divide(base, hundred), percent: true } : { value: base, percent: false };
  };
  const atom = (depth: number): Fraction => {
    if (taken('√')) return squareRoot(atom(depth + 1));
    if (taken('(')) {
      const value = sum(depth + 1);
      if (!taken(')')) broken = true;
      return value;
    }
    const value = parseNumber(tokens[at] ?? '', language);
    at += 1;
    if (value === undefined) broken = true;
    return value ?? zero;
  };

  const value = sum(0);
  return broken || at !== tokens.length ? undefined : value;
}
