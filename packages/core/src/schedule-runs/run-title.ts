import { limits, type User } from '@jarvis/contract';
import { chosen, vocabularies } from '../language/languages.ts';
import { cutAtWord } from '../text/cut.ts';

/** The title of a run's conversation: the schedule's, and the day of the run. */
export function runTitle(
  title: string,
  atMs: number,
  timeZone: string,
  preferred: User['preferredLanguage'],
): string {
  const { locale } = vocabularies[chosen(preferred)];
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone }).format(atMs);
  const end = ` · ${day}`;
  return `${cutAtWord(title, limits.conversationTitleCharsMax - end.length)}${end}`;
}
