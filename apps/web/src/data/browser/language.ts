import { languageFor, showLanguage } from '../../i18n/index.ts';
import { appLanguages } from '../../i18n/languages.ts';
import { keep, kept } from './kept.ts';

const storageKey = 'jarvis:language';

/** Shows the app in the language of the account, and stores it for the next visit. */
export async function showAccountLanguage(preferred: string): Promise<void> {
  await showLanguage(languageFor(preferred, navigator.languages));
  keep(storageKey, preferred === 'auto' ? null : preferred);
}

/** Before sign-in: the language of the last visit, else the browser's. */
export async function startLanguage(): Promise<void> {
  const before = appLanguages.find((language) => language === kept(storageKey));
  try {
    await showLanguage(languageFor(before, navigator.languages));
  } catch {
    // Its chunk could not be loaded: a page in English is better than none.
    await showLanguage('en');
  }
}
