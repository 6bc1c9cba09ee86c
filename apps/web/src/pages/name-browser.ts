const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
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

/** The common names of the browser and the system of a User-Agent; undefined if unknown. */
export function nameBrowser(userAgent: string | null): {
  readonly browser: string | undefined;
  readonly system: string | undefined;
  readonly phone: boolean;
} {
  const text = userAgent ?? '';
  const first = (table: readonly [RegExp, string][]) => table.find(([pattern]) => pattern.test(text))?.[1];
  return { browser: first(browsers), system: first(systems), phone: /iPhone|Android.*Mobile/.test(text) };
}
