/** An exact number: numerator and denominator in lowest terms, the denominator above zero. */
export interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

/** Why a calculation has no result that can be shown. */
export class Uncomputable extends Error {
  readonly reason: 'division-by-zero' | 'too-large' | 'not-real';
  constructor(reason: Uncomputable['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** Bounds the work of one calculation: a power beyond this many digits is refused. */
const digitsMax = 1_000;

export function fraction(top: bigint, bottom = 1n): Fraction {
  if (bottom === 0n) throw new Uncomputable('division-by-zero');
  const sign = bottom < 0n ? -1n : 1n;
  const divisor = gcd(top < 0n ? -top : top, bottom * sign) || 1n;
  return { top: (top * sign) / divisor, bottom: (bottom * sign) / divisor };
}

export const add = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);

export const negate = (a: Fraction): Fraction => ({ top: -a.top, bottom: a.bottom });

export const multiply = (a: Fraction, b: Fraction): Fraction => fraction(a.top * b.top, a.bottom * b.bottom);

export const divide = (a: Fraction, b: Fraction): Fraction => fraction(a.top * b.bottom, a.bottom * b.top);

/** Whole powers exactly; a half (a square root) exactly where it is, otherwise to 20 digits. */
export function power(base: Fraction, exponent: Fraction): Fraction {
  if (exponent.bottom === 2n) return squareRoot(power(base, { top: exponent.top, bottom: 1n }));
  if (exponent.bottom !== 1n) return approximate(base, exponent);
  const size = exponent.top < 0n ? -exponent.top : exponent.top;
  const digits = Math.max(String(base.top).length, String(base.bottom).length);
  if (size > 10_000n || digits * Number(size) > digitsMax * 3) throw new Uncomputable('too-large');
  const raised = { top: base.top ** size, bottom: base.bottom ** size };
  return exponent.top < 0n ? fraction(raised.bottom, raised.top) : fraction(raised.top, raised.bottom);
}

export function squareRoot(a: Fraction): Fraction {
  if (a.top < 0n) throw new Uncomputable('not-real');
  const scale = 10n ** 20n;
  const exact = { top: wholeRoot(a.top), bottom: wholeRoot(a.bottom) };
  if (exact.top ** 2n === a.top && exact.bottom ** 2n === a.bottom) return fraction(exact.top, exact.bottom);
  return fraction(wholeRoot((a.top * scale * scale) / a.bottom), scale);
}

/** The decimal form with `places` decimals at most, half rounded away from zero, and whether that is exact. */
export function decimal(a: Fraction, places: number): { text: string; exact: boolean } {
  const scale = 10n ** BigInt(places);
  const size = (a.top < 0n ? -a.top : a.top) * scale;
  const rounded = (size * 2n + a.bottom) / (a.bottom * 2n);
  const digits = String(rounded).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const rest = digits.slice(digits.length - places).replace(/(?<!0)0+$/, '');
  if (whole.length > digitsMax) throw new Uncomputable('too-large');
  const sign = a.top < 0n && rounded !== 0n ? '-' : '';
  return { text: sign + whole + (rest === '' ? '' : `.${rest}`), exact: size % a.bottom === 0n };
}

function approximate(base: Fraction, exponent: Fraction): Fraction {
  const value = (Number(base.top) / Number(base.bottom)) ** (Number(exponent.top) / Number(exponent.bottom));
  if (Number.isNaN(value)) throw new Uncomputable('not-real');
  if (!Number.isFinite(value) || value > 1e15) throw new Uncomputable('too-large');
  return fraction(BigInt(Math.round(value * 1e6)), 1_000_000n);
}

function wholeRoot(n: bigint): bigint {
  if (n < 2n) return n;
  let root = 1n << BigInt(Math.ceil(n.toString(2).length / 2));
  for (;;) {
    const next = (root + n / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
