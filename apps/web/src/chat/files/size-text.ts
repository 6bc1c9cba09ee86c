import { appLocale } from '../../i18n/translate.ts';

const step = 1_024;

/** A size for people: `820 bytes`, `48 KB`, `2.4 MB`; a KB has 1,024 bytes. */
export function sizeText(bytes: number, locale = appLocale()): string {
  const unit = bytes < step ? 'byte' : bytes < step * step ? 'kilobyte' : 'megabyte';
  const value = unit === 'byte' ? bytes : unit === 'kilobyte' ? bytes / step : bytes / (step * step);
  return value.toLocaleString(locale, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: unit === 'megabyte' && value < 10 ? 1 : 0,
  });
}
