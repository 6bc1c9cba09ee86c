import { appLocale } from '../../i18n/translate.ts';

const step = 1_024;

/** A size for people, in the units of the limits: `820 bytes`, `48 KiB`, `2.4 MiB`. */
export function sizeText(bytes: number, locale = appLocale()): string {
  if (bytes < step) return bytes.toLocaleString(locale, { style: 'unit', unit: 'byte', unitDisplay: 'long' });
  const [value, unit] = bytes < step * step ? [bytes / step, 'KiB'] : [bytes / (step * step), 'MiB'];
  const maximumFractionDigits = unit === 'MiB' && value < 10 ? 1 : 0;
  return `${value.toLocaleString(locale, { maximumFractionDigits })}\u00A0${unit}`;
}
