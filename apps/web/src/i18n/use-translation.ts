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
export type TextKey =
  | Paths<typeof app>
  | Paths<typeof settings>
  | Paths<typeof tasks>
  | Paths<typeof schedules>
  | Paths<typeof files>;

export type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

const t: Translate = (key, values) => i18n._(key, values);

const subscribe = (listener: () => void) => i18n.on('change', listener);
const current = () => i18n.locale;

/** The same outside a component. */
export const translate: Translate = t;

/**
 * The app's language in the person's regional form: `en-GB`, `de-AT`. Formats dates and times; the region is that of
 * the browser's first language.
 */
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

/** The texts in the app's language; components render again when it changes. */
export function useTranslation(): { readonly t: Translate; readonly locale: string } {
  const language = useSyncExternalStore(subscribe, current);
  return { t, locale: formatLocale(language, navigator.language) };
}
