import { t } from '../i18n/translate.ts';

const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOP[RT]\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** The common names of the browser and the system of a User-Agent: "Firefox on Linux". */
export function browserText(userAgent: string | null): string {
  const text = userAgent ?? '';
  const first = (table: readonly [RegExp, string][]) => table.find(([pattern]) => pattern.test(text))?.[1];
  const [browser, system] = [first(browsers), first(systems)];
  if (!browser) return t('sessions.unknown');
  return system ? t('sessions.on', { browser, system }) : browser;
}

export const isPhone = (userAgent: string | null): boolean => /iPhone|Android.*Mobile/.test(userAgent ?? '');
