import { i18n } from '@lingui/core';
import { useSyncExternalStore } from 'react';
import type { Text } from './languages.ts';
import type app from './texts/app.ts';
import type files from './texts/files.ts';
import type schedules from './texts/schedules.ts';
import type settings from './texts/settings.ts';
import type tasks from './texts/tasks.ts';

type Paths<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends Text ? Key : `${Key}.${Paths<Tree[Key]>}`;
}[keyof Tree & string];

/** The name of a text: `chat.send`. */
export type TextKey = Paths<typeof app & typeof settings & typeof tasks & typeof schedules & typeof files>;

/** A text in the app's language, with its values filled in. */
export const t = (key: TextKey, values?: Readonly<Record<string, string | number>>): string =>
  i18n._(key, values);

/** The server's sentence in the app's language, if it is one of `refusals`. It may begin with a quoted name. */
export function translated(sentence: string): string {
  const key = sentence.replace(/^“.*”/s, '“{name}”');
  return i18n.messages[key] ? i18n._(key, { name: sentence.slice(1, sentence.lastIndexOf('”')) }) : sentence;
}

const subscribe = (listener: () => void) => i18n.on('change', listener);
const current = () => i18n.locale;

/**
 * The app's language. The root of the page uses it, so that everything is rendered again in another language; so does
 * each component with `memo`, which stops that.
 */
export const useLanguage = (): string => useSyncExternalStore(subscribe, current);

/** The app's language in the person's regional form, for dates, times and numbers. */
export const appLocale = (): string => formatLocale(i18n.locale, navigator.language);

/** "5 minutes". `unit`: one of `Intl.supportedValuesOf('unit')`. */
export const unitText = (count: number, unit: string): string =>
  count.toLocaleString(appLocale(), { style: 'unit', unit, unitDisplay: 'long' });

/** `en-GB`, `de-AT`: the region is that of the browser's first language. */
export function formatLocale(language: string, browser: string): string {
  const region = regionOf(browser);
  return new Intl.Locale(language, region ? { region } : {}).toString();
}

/** A browser passes on the system's name, which need not be a valid locale: `en-US@posix`. */
function regionOf(browser: string): string | undefined {
  try {
    return new Intl.Locale(browser).maximize().region;
  } catch {
    return undefined;
  }
}
