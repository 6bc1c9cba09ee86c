import { setImmediate } from 'node:timers/promises';
import type { CalendarForm } from '@jarvis/contract';
import { dayAfter, knownZone, localFrom, type Place } from '../time/local.ts';
import { readRule } from '../time/rule.ts';
import { line, localValue, textValue, utcValue } from './ics.ts';
import type { CalendarEntry } from './queries.ts';
import { timeZoneLines } from './time-zone.ts';

/** The number of dates for a repeat that is written as a list of dates. */
const datesMax = 30;
/** The processor time for such repeats in one calendar; after it, entries get only their due date. */
const datesMicrosecondsMax = 500_000;

interface CalendarRequest {
  readonly form: CalendarForm;
  readonly place: Place;
  /** Makes the entries' identifiers unique. */
  readonly host: string;
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

/**
 * Writes tasks as an iCalendar file (RFC 5545): as events without alarms, because Jarvis sends the reminders, and
 * without blocking time. Rejects when the signal aborts.
 */
export async function writeCalendar(
  entries: readonly CalendarEntry[],
  { form, place, host, nowMs, signal }: CalendarRequest,
): Promise<string> {
  const written: string[] = [];
  const zones = new Map<string, string>();
  let microseconds = 0;
  for (const entry of entries) {
    const timeZone = knownZone(entry.dueZone, place.timeZone);
    if (entry.dueTime !== null && timeZone !== 'UTC' && !zones.has(timeZone))
      zones.set(timeZone, timeZoneLines(place.calendar, timeZone, nowMs));
    const begun = process.cpuUsage();
    const withDates = microseconds < datesMicrosecondsMax;
    written.push(
      form === 'events' ? eventLines(entry, place, host, withDates) : taskLines(entry, place, host),
    );
    microseconds += process.cpuUsage(begun).user;
    // Some repeats and zones take milliseconds; lets requests run in between.
    await setImmediate();
    signal.throwIfAborted();
  }
  return [
    line('BEGIN', 'VCALENDAR'),
    line('VERSION', '2.0'),
    line('PRODID', '-//Jarvis//Calendar//EN'),
    line('CALSCALE', 'GREGORIAN'),
    line('METHOD', 'PUBLISH'),
    line('X-WR-CALNAME', 'Jarvis'),
    line('REFRESH-INTERVAL;VALUE=DURATION', 'PT1H'),
    line('X-PUBLISHED-TTL', 'PT1H'),
    ...zones.values(),
    ...written,
    line('END', 'VCALENDAR'),
  ].join('');
}

function eventLines(entry: CalendarEntry, place: Place, host: string, withDates: boolean): string {
  return [
    line('BEGIN', 'VEVENT'),
    commonLines(entry, host),
    dateLine('DTSTART', entry, place),
    repeatLine(entry, place, withDates),
    line('TRANSP', 'TRANSPARENT'),
    line('END', 'VEVENT'),
  ].join('');
}

function taskLines(entry: CalendarEntry, place: Place, host: string): string {
  return [
    line('BEGIN', 'VTODO'),
    commonLines(entry, host),
    entry.dueDate === null ? '' : dateLine('DUE', entry, place),
    line('STATUS', 'NEEDS-ACTION'),
    line('END', 'VTODO'),
  ].join('');
}

const commonLines = ({ id, title, updatedAt }: CalendarEntry, host: string): string =>
  [
    line('UID', `${id}@${host}`),
    line('DTSTAMP', utcValue(updatedAt)),
    line('LAST-MODIFIED', utcValue(updatedAt)),
    line('SUMMARY', textValue(title)),
  ].join('');

const localDue = ({ dueDate, dueTime }: CalendarEntry): string => localFrom(dueDate ?? '', dueTime);

const dayBefore = (local: string): string => dayAfter(local.slice(0, 10), -1) + local.slice(10);

const dateLine = (name: string, entry: CalendarEntry, place: Place): string =>
  datesLine(name, [localDue(entry)], knownZone(entry.dueZone, place.timeZone));

/** Local dates, or local times in a zone. */
function datesLine(name: string, locals: readonly string[], timeZone: string): string {
  const [first = ''] = locals;
  const values = locals.map(localValue);
  if (!first.includes('T')) return line(`${name};VALUE=DATE`, values.join(','));
  if (timeZone === 'UTC') return line(name, values.map((value) => `${value}Z`).join(','));
  return line(`${name};TZID=${timeZone}`, values.join(','));
}

/** The repeats after the due date. A repeat that counts from completion has no known dates. */
function repeatLine(entry: CalendarEntry, { calendar, ...place }: Place, withDates: boolean): string {
  const { repeat, repeatStart, repeatAfterDone, dueZone } = entry;
  if (repeat === null || repeatStart === null || repeatAfterDone) return '';
  const timeZone = knownZone(dueZone, place.timeZone);
  const { freq, interval, count, until, byDay, byMonthDay, byMonth, bySetPos } = readRule(repeat);
  const due = localDue(entry);
  const nextAfter = (after: string, count: number) =>
    calendar.occurrences({ start: repeatStart, timeZone, repeat, after, count }).map(({ local }) => local);
  // Programs with ical.js, such as Thunderbird, read these parts wrongly together, or never end reading them
  // (`FREQ=DAILY;BYMONTHDAY=-1`); those with rrule.js or dateutil find no day for `BYDAY=MO,4SU`.
  const isYearlyDay = freq === 'YEARLY' && byMonth && byMonthDay?.every((day) => day > 0);
  const isMisread =
    (byMonthDay && (byDay || !(freq === 'MONTHLY' || isYearlyDay))) ||
    (byMonth && freq === 'MONTHLY' && interval > 1) ||
    new Set(byDay?.map((day) => day.length > 2)).size > 1;
  // Programs disagree on these, too: BYSETPOS, hourly repeats over a clock change, a COUNT from another start, a day
  // that other years lack (29 February, in Thunderbird also 1 March), and a due date that the rule does not include.
  const isUnclear =
    isMisread ||
    bySetPos ||
    count !== undefined ||
    ['HOURLY', 'MINUTELY'].includes(freq) ||
    (freq === 'YEARLY' && due.slice(8, 10) > '28');
  if (isUnclear && !withDates) return '';
  if (
    isUnclear ||
    (withDates && (byDay || byMonthDay || byMonth) && nextAfter(dayBefore(due), 1)[0] !== due)
  ) {
    const next = nextAfter(due, datesMax);
    if (next.length === 0) return '';
    // Includes the due date: without it some programs omit that date, and no program shows it twice.
    return datesLine('RDATE', [due, ...next], timeZone);
  }
  const end =
    until &&
    (repeatStart.includes('T')
      ? utcValue(calendar.instantOf(until, timeZone))
      : localValue(until.slice(0, 10)));
  const dueDay = due.slice(8, 10);
  // In this order and sorted, because some programs omit what precedes FREQ, or repeat an unsorted list from its first
  // number. With the day of the month, without which some programs move the 31st to shorter months, and stay there.
  const parts = {
    FREQ: freq,
    INTERVAL: interval > 1 ? interval : undefined,
    BYDAY: byDay,
    BYMONTHDAY: byMonthDay ?? (freq === 'MONTHLY' && !byDay && dueDay > '28' ? dueDay : undefined),
    BYMONTH: byMonth,
    UNTIL: end,
  };
  const given = Object.entries(parts).filter(([, value]) => value !== undefined);
  return line('RRULE', given.map(([name, value]) => `${name}=${value}`).join(';'));
}
