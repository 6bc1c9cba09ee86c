import type { Failure } from '../../data/service/failure.ts';
import { appLocale, t, unitText } from '../../i18n/translate.ts';

/** A failure in words, in the person's language. `at`: its time, in milliseconds since 1970. */
export function failureText(failure: Failure, at = Date.now()): string {
  const { kind, reason, issues, retryAfterSeconds } = failure;
  if (reason === 'overQuota' && retryAfterSeconds !== undefined) {
    const until = new Date(at + retryAfterSeconds * 1_000);
    if (until.getTime() <= Date.now()) return t('failure.tooManyNow');
    return t('noReply.overQuotaUntil', { time: timeText(until) });
  }
  if (reason) return t(`noReply.${reason}`);
  if (kind === 'tooMany') return waitText(retryAfterSeconds ?? 0);
  const message = issues[0]?.message ?? failure.message;
  return t(`failure.${kind === 'mismatch' ? 'badRequest' : kind}`, { message });
}

/** The waiting time after too many requests: in seconds, or in minutes if it is long. */
export function waitText(seconds: number): string {
  if (seconds <= 0) return t('failure.tooMany');
  const time = seconds < 100 ? unitText(seconds, 'second') : unitText(Math.ceil(seconds / 60), 'minute');
  return t('failure.tooManyIn', { time });
}

/** The time of day, with the date if it is another day. */
const timeText = (time: Date): string =>
  time.toLocaleString(appLocale(), {
    ...(time.toDateString() !== new Date().toDateString() && { dateStyle: 'medium' }),
    timeStyle: 'short',
  });
