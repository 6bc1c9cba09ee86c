import { statesPassword } from './stated-password.ts';

/** True for a text that contains a key, a password or a card number, which is never remembered. */
export function holdsSecret(text: string): boolean {
  return (
    patterns.some((pattern) => pattern.test(text)) ||
    statesPassword(text) ||
    hasCardNumber(text) ||
    hasIban(text) ||
    hasRandomToken(text)
  );
}

const patterns: readonly RegExp[] = [
  // Keys of well-known services, our own included, PEM files and tokens of three parts.
  /\b(?:asst_|sk-|sk_live_|sk_test_|rk_live_|pk_live_|ghp_|gho_|ghs_|ghu_|github_pat_|glpat-|xox[abprs]-|npm_|hf_|pypi-|AIza|ya29\.)[\w-]{8,}/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{12,}\b/,
  /-----BEGIN [A-Z ]+-----/,
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8}/,
  // A social security number of the United States; an IBAN.
  /\b\d{3}-\d{2}-\d{4}\b/,
  /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b/,
];

/** An IBAN in any case and with any separators: mostly digits, unlike words with numbers. */
function hasIban(text: string): boolean {
  return (text.match(/\b[A-Z]{2}\d{2}(?:[ .-]?[A-Z0-9]{4}){2,7}(?:[ .-]?[A-Z0-9]{1,3})?\b/gi) ?? []).some(
    (found) => found.replace(/\D/g, '').length >= 10 && found.replace(/[ .-]/g, '').length >= 15,
  );
}

/** 13 to 19 digits, grouped or not, with a valid check digit of payment cards. */
function hasCardNumber(text: string): boolean {
  const runs = [...text.matchAll(/\b\d(?:[ -]?\d){12,18}\b/g)].map(([run]) => run);
  const grouped = [...text.matchAll(cardGroups)].map((match) => match[1] ?? '');
  return [...runs, ...grouped].some(hasCheckDigit);
}

/** The groups of a card number with any separators, also next to other numbers. */
const cardGroups =
  /(?<!\d)(?=(\d{13,19}(?!\d)|\d{4}[ ._/·–-]{1,3}\d{4}[ ._/·–-]{1,3}\d{4}[ ._/·–-]{1,3}\d{1,7}(?!\d)|\d{4}[ ._/·–-]{1,3}\d{6}[ ._/·–-]{1,3}\d{4,5}(?!\d)))/g;

function hasCheckDigit(number: string): boolean {
  const digits = number.replace(/\D/g, '');
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]);
    sum += i % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0);
  }
  return sum % 10 === 0;
}

/** A long run without a space that mixes cases and digits, as random keys do and words do not. */
function hasRandomToken(text: string): boolean {
  return (text.match(/[A-Za-z0-9+/_=-]{24,}/g) ?? []).some(
    (token) =>
      !/^https?/.test(token) &&
      /[a-z]/.test(token) &&
      /[A-Z]/.test(token) &&
      (token.match(/\d/g)?.length ?? 0) > 2,
  );
}
