import type { Conversation } from '@jarvis/contract';
import { dateFormat } from '../../i18n/formats.ts';

/** The title of a run without its day, which is the name of its schedule. */
export const withoutDay = (title: string): string => title.replace(/ · [^·]*$/, '');

/** A run under the name of its schedule: its day and time, unless a person has named it. */
export function runLabel(
  { title, createdAt }: Pick<Conversation, 'title' | 'createdAt'>,
  name: string,
  locale: string,
): string {
  const ofName = withoutDay(title).replace(/…$/, '');
  if (title === withoutDay(title) || !name.startsWith(ofName)) return title;
  return dateFormat(locale, {
    ...{ weekday: 'short', day: 'numeric', month: 'short' },
    ...{ hour: '2-digit', minute: '2-digit' },
  }).format(new Date(createdAt));
}
