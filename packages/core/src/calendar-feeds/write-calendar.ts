import { setImmediate } from 'node:timers/promises';
import type { CalendarForm } from '@jarvis/contract';
import type { Place } from '../time/plan-reminders.ts';
import { readRule } from '../time/rule.ts';
import { line, localValue, textValue, utcValue } from './ics.ts';
import type { Entry } from './queries.ts';
import { timeZoneLines } from './time-zone.ts';

/** Dates of a repeat that is written date by date. */
const datesMax = 30;

/**
 * Tasks as a calendar in iCalendar form (RFC 5545). As events without alarms, because reminders come from Jarvis, and
 * without blocking time. `host` makes the identifiers of entries unique.
 */
export async function writeCalendar(
  entries: readonly Entry[],
  { form, place, host, nowMs }: { form: CalendarForm; place: Place; host: string; nowMs: number },
): Promise<string> {
  const written: string[] = [];
  const zones = new Set<string>();
  for (const entry of entries) {
    const timeZone = entry.dueZone ?? place.timeZone;
    if (entry.dueTime !== null && timeZone !== 'UTC') zones.add(timeZone);
    written.push(form === 'events' ? eventLines(entry, place, host) : taskLines(entry, place, host));
    // Some repeats take milliseconds; requests are answered in between.
    await setImmediate();
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
    ...[...zones].map((timeZone) => timeZoneLines(place.calendar, timeZone, nowMs)),
    ...written,
    line('END', 'VCALENDAR'),
  ].join('');
}

function eventLines(entry: Entry, place: Place, host: string): string {
  return [
    line('BEGIN', 'VEVENT'),
    commonLines(entry, host),
    dateLine('DTSTART', entry, place),
    repeatLine(entry, place),
    line('TRANSP', 'TRANSPARENT'),
    line('END', 'VEVENT'),
  ].join('');
}

function taskLines(entry: Entry, place: Place, host: string): string {
  return [
    line('BEGIN', 'VTODO'),
    commonLines(entry, host),
    entry.dueDate === null ? '' : dateLine('DUE', entry, place),
    line('STATUS', 'NEEDS-ACTION'),
    line('END', 'VTODO'),
  ].join('');
}

const commonLines = ({ id, title, updatedAt }: Entry, host: string): string =>
  [
    line('UID', `${id}@${host}`),
    line('DTSTAMP', utcValue(updatedAt)),
    line('LAST-MODIFIED', utcValue(updatedAt)),
    line('SUMMARY', textValue(title)),
  ].join('');

const localDue = ({ dueDate, dueTime }: Entry): string =>
  dueTime === null ? (dueDate ?? '') : `${dueDate}T${dueTime}`;

const dateLine = (name: string, entry: Entry, place: Place): string =>
  datesLine(name, [localDue(entry)], entry.dueZone ?? place.timeZone);

/** Local dates, or local times of a zone. */
function datesLine(name: string, locals: readonly string[], timeZone: string): string {
  const [first = ''] = locals;
  const values = locals.map(localValue);
  if (!first.includes('T')) return line(`${name};VALUE=DATE`, values.join(','));
  if (timeZone === 'UTC') return line(name, values.map((value) => `${value}Z`).join(','));
  return line(`${name};TZID=${timeZone}`, values.join(','));
}

/** The repeats after the date that is due. Of one that counts from its completion none is known. */
function repeatLine(entry: Entry, { calendar, ...place }: Place): string {
  const { repeat, repeatStart, repeatAfterDone, dueZone } = entry;
  if (repeat === null || repeatStart === null || repeatAfterDone) return '';
  const timeZone = dueZone ?? place.timeZone;
  const { freq, count, until, bySetPos } = readRule(repeat);
  // Programs differ in these: BYSETPOS, hours that are counted over a change of the clocks, a COUNT from another start.
  if (bySetPos || count !== undefined || freq === 'HOURLY' || freq === 'MINUTELY') {
    const due = localDue(entry);
    const next = calendar.occurrences({ start: repeatStart, timeZone, repeat, after: due, count: datesMax });
    if (next.length === 0) return '';
    // With the date that is due: some programs leave it out otherwise, and none shows it twice.
    return datesLine('RDATE', [due, ...next.map(({ local }) => local)], timeZone);
  }
  const parts = repeat.toUpperCase().split(';');
  const kept = parts.filter((part) => !part.startsWith('UNTIL='));
  if (until === undefined) return line('RRULE', kept.join(';'));
  const end = repeatStart.includes('T')
    ? utcValue(calendar.instantOf(until, timeZone))
    : localValue(until.slice(0, 10));
  return line('RRULE', [...kept, `UNTIL=${end}`].join(';'));
}
