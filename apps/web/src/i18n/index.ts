import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Catalog } from './en.ts';

export const appLanguages = ['en', 'de', 'it'] as const;
export type AppLanguage = (typeof appLanguages)[number];

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: { app: Catalog };
  }
}

/** One chunk a language; only the one that is shown is loaded. */
const catalogs: Record<AppLanguage, () => Promise<{ default: Catalog }>> = {
  en: () => import('./en.ts'),
  de: () => import('./de.ts'),
  it: () => import('./it.ts'),
};

const storageKey = 'jarvis:language';

/** The language to show: the one chosen in the account, else the browser's, else English. */
export function languageFor(preferred: string | null | undefined, wanted: readonly string[]): AppLanguage {
  const candidates = preferred && preferred !== 'auto' ? [preferred] : wanted;
  for (const candidate of candidates) {
    const known = appLanguages.find((language) => candidate.toLowerCase().split('-')[0] === language);
    if (known) return known;
  }
  return 'en';
}

/** Loads a language and shows the app in it. `preferred` is what the account says, kept for the next visit. */
export async function showLanguage(preferred: string | null): Promise<void> {
  const language = languageFor(preferred, navigator.languages);
  if (!i18next.hasResourceBundle(language, 'app')) {
    const catalog = await catalogs[language]();
    i18next.addResourceBundle(language, 'app', catalog.default);
  }
  if (i18next.language !== language) await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  if (preferred === null) return;
  try {
    if (preferred === 'auto') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, preferred);
  } catch {
    // Storage is blocked: the account still knows.
  }
}

/** Before sign-in: the language of the last visit. */
export async function startLanguage(): Promise<void> {
  await i18next.use(initReactI18next).init({
    fallbackLng: false,
    defaultNS: 'app',
    ns: ['app'],
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(storageKey);
  } catch {
    // Storage is blocked.
  }
  const language = languageFor(kept, navigator.languages);
  await showLanguage(language === kept ? kept : null);
}
