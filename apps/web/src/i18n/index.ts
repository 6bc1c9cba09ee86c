import { i18n, type Messages } from '@lingui/core';
import { type AppLanguage, appLanguages } from './languages.ts';

/** `app` loads at the start; the others are texts that only some pages load. */
type CatalogPart = 'app' | 'settings' | 'tasks' | 'schedules' | 'files';

/**
 * One chunk a language and part; only the shown language is loaded. vite.config.ts compiles the texts of a language to
 * flat tables of messages, so that the plural parser stays out of the browser.
 */
const catalogs = {
  en: import.meta.glob<{ readonly default: Messages }>('./texts/*.ts', { query: '?en' }),
  de: import.meta.glob<{ readonly default: Messages }>('./texts/*.ts', { query: '?de' }),
  it: import.meta.glob<{ readonly default: Messages }>('./texts/*.ts', { query: '?it' }),
};
const parts = new Set<CatalogPart>(['app']);

/** Loads the texts of a part, in parallel with the code that uses them; later, they load with each language. */
export async function withTexts<Code>(part: CatalogPart, code: Promise<Code>): Promise<Code> {
  parts.add(part);
  const language = appLanguages.find((known) => known === i18n.locale);
  // Before there is a language, they load with it.
  await Promise.all([code, language && addTexts(part, language)]);
  return code;
}

async function addTexts(part: CatalogPart, language: AppLanguage): Promise<void> {
  const catalog = await catalogs[language][`./texts/${part}.ts`]?.();
  // Adds to the loaded texts.
  if (catalog) i18n.load(language, catalog.default);
}

/** The language to show: the account's choice, else the browser's, else English. */
export function languageFor(preferred: string | null | undefined, wanted: readonly string[]): AppLanguage {
  const candidates = preferred && preferred !== 'auto' ? [preferred] : wanted;
  for (const candidate of candidates) {
    const known = appLanguages.find((language) => candidate.toLowerCase().split('-')[0] === language);
    if (known) return known;
  }
  return 'en';
}

/** The last language that was to be shown. */
let wanted: AppLanguage | undefined;

/** Loads a language and shows the app in it. Rejects if its chunk could not be loaded. */
export async function showLanguage(language: AppLanguage): Promise<void> {
  wanted = language;
  // A part that begins to load meanwhile loads in the language that is shown until then.
  for (let loaded = 0; loaded < parts.size; ) {
    loaded = parts.size;
    await Promise.all([...parts].map((part) => addTexts(part, language)));
  }
  // A later call counts, even if its chunk came first; until then, any language is better than none.
  if (language !== wanted && i18n.locale) return;
  if (i18n.locale !== language) i18n.activate(language);
  document.documentElement.lang = language;
}
