import type { Calendar } from '../time/load-calendar.ts';
import { line, localValue } from './ics.ts';

/** The years before and after the present one whose clock changes are listed. */
const yearsBefore = 2;
const yearsAfter = 10;

interface OffsetChange {
  /** The local time just before the change. */
  readonly local: string;
  readonly from: number;
  readonly to: number;
}

/** A cache by year and zone: some hundred entries a year, each of which takes milliseconds to make. */
const written = new Map<string, string>();

/** A zone as a VTIMEZONE, from the same database as all other times; some programs do not know zones by name. */
export function timeZoneLines(calendar: Calendar, timeZone: string, nowMs: number): string {
  const year = new Date(nowMs).getUTCFullYear();
  // A zone has several names, in any letter case.
  const key = `${year} ${new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone}`;
  const lines = written.get(key) ?? switchesLines(calendar, timeZone, year);
  written.set(key, lines);
  return [line('BEGIN', 'VTIMEZONE'), line('TZID', timeZone), lines, line('END', 'VTIMEZONE')].join('');
}

function switchesLines(calendar: Calendar, timeZone: string, year: number): string {
  const [first, ...later] = calendar.offsets(
    timeZone,
    Date.UTC(year - yearsBefore, 0),
    Date.UTC(year + yearsAfter, 0),
  );
  if (!first) return '';
  const bySwitch = new Map<string, OffsetChange[]>();
  let from = first.minutes;
  for (const { atMs, minutes: to } of later) {
    const local = new Date(atMs + from * 60_000).toISOString().slice(0, 19);
    const key = `${from} ${to}`;
    bySwitch.set(key, [...(bySwitch.get(key) ?? []), { local, from, to }]);
    from = to;
  }
  const before: OffsetChange = { local: '1970-01-01T00:00:00', from: first.minutes, to: first.minutes };
  return [[before], ...bySwitch.values()].map(switchLines).join('');
}

function switchLines(changes: readonly OffsetChange[]): string {
  const [{ local, from, to } = { local: '', from: 0, to: 0 }] = changes;
  const kind = to > from ? 'DAYLIGHT' : 'STANDARD';
  const rule = yearlyRule(changes.map((change) => change.local));
  // One line each: some programs read only the first value of a line.
  const others = changes.slice(1).map((change) => line('RDATE', localValue(change.local)));
  return [
    line('BEGIN', kind),
    line('DTSTART', localValue(local)),
    rule ? line('RRULE', rule) : others.join(''),
    line('TZOFFSETFROM', offsetValue(from)),
    line('TZOFFSETTO', offsetValue(to)),
    line('END', kind),
  ].join('');
}

/** "The last Sunday of March", if the times follow such a rule; most programs read rules better than dates. */
function yearlyRule(locals: readonly string[]): string | undefined {
  if (locals.length < yearsAfter) return undefined;
  const days = locals.map((local) => {
    const date = new Date(`${local.slice(0, 10)}T00:00:00Z`);
    const day = date.getUTCDate();
    const month = date.getUTCMonth();
    const isLast = new Date(date.getTime() + 7 * 86_400_000).getUTCMonth() !== month;
    return { month, weekday: date.getUTCDay(), time: local.slice(11), place: Math.ceil(day / 7), isLast };
  });
  const [first] = days;
  if (!first) return undefined;
  const { month, weekday, time, place } = first;
  if (!days.every((day) => day.month === month && day.weekday === weekday && day.time === time))
    return undefined;
  const nth = days.every(({ isLast }) => isLast)
    ? -1
    : days.every((day) => day.place === place)
      ? place
      : undefined;
  const name = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][weekday];
  return nth === undefined ? undefined : `FREQ=YEARLY;BYMONTH=${month + 1};BYDAY=${nth}${name}`;
}

/** `+0530`. */
function offsetValue(minutes: number): string {
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}${String(rest).padStart(2, '0')}`;
}
