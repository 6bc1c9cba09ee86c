import { i18n, type Messages } from '@lingui/core';
import { keep, kept } from '../data/kept.ts';

export const appLanguages = ['en', 'de', 'it'] as const;
export type AppLanguage = (typeof appLanguages)[number];

/**
 * One chunk a language; only the shown one is loaded. vite.config.ts compiles the catalogs to a flat table of
 * messages, so that the plural parser stays out of the browser.
 */
const catalogs: Record<AppLanguage, () => Promise<{ default: unknown }>> = {
  en: () => import('./en.ts'),
  de: () => import('./de.ts'),
  it: () => import('./it.ts'),
};

type Part = 'settings' | 'tasks' | 'schedules' | 'files';
/** Texts that only some pages load. */
const partCatalogs: Record<Part, typeof catalogs> = {
  settings: {
    en: () => import('./settings-en.ts'),
    de: () => import('./settings-de.ts'),
    it: () => import('./settings-it.ts'),
  },
  tasks: {
    en: () => import('./tasks-en.ts'),
    de: () => import('./tasks-de.ts'),
    it: () => import('./tasks-it.ts'),
  },
  schedules: {
    en: () => import('./schedules-en.ts'),
    de: () => import('./schedules-de.ts'),
    it: () => import('./schedules-it.ts'),
  },
  files: {
    en: () => import('./files-en.ts'),
    de: () => import('./files-de.ts'),
    it: () => import('./files-it.ts'),
  },
};
const withParts = new Set<Part>();

/** For a page with such texts, before it is rendered; after that they load with each language. */
export async function loadTexts(part: Part): Promise<void> {
  withParts.add(part);
  const language = appLanguages.find((known) => known === i18n.locale);
  // Before there is a language, they load with it.
  if (language) await addTexts(part, language);
}

async function addTexts(part: Part, language: AppLanguage): Promise<void> {
  const catalog = await partCatalogs[part][language]();
  // Added to what is loaded.
  i18n.load(language, catalog.default as Messages);
}

const storageKey = 'jarvis:language';
const loaded = new Set<AppLanguage>();

/** The language to show: the account's choice, else the browser's, else English. */
export function languageFor(preferred: string | null | undefined, wanted: readonly string[]): AppLanguage {
  const candidates = preferred && preferred !== 'auto' ? [preferred] : wanted;
  for (const candidate of candidates) {
    const known = appLanguages.find((language) => candidate.toLowerCase().split('-')[0] === language);
    if (known) return known;
  }
  return 'en';
}

/** Loads a language and shows the app in it. `preferred` is the account's choice, stored for the next visit. */
export async function showLanguage(preferred: string | null, { forNextVisit = true } = {}): Promise<void> {
  const language = languageFor(preferred, navigator.languages);
  if (!loaded.has(language)) {
    const catalog = await catalogs[language]();
    i18n.load(language, catalog.default as Messages);
    loaded.add(language);
  }
  await Promise.all([...withParts].map((part) => addTexts(part, language)));
  if (i18n.locale !== language) i18n.activate(language);
  document.documentElement.lang = language;
  if (preferred === null || !forNextVisit) return;
  keep(storageKey, preferred === 'auto' ? null : preferred);
}

/** Before sign-in: the language of the last visit. */
export async function startLanguage(): Promise<void> {
  const before = kept(storageKey);
  const language = languageFor(before, navigator.languages);
  try {
    await showLanguage(language === before ? before : null);
  } catch {
    // Its chunk could not be loaded: a page in English is better than none.
    await showLanguage('en', { forNextVisit: false });
  }
}
