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
  const changes = later.map(({ atMs, minutes: to }, index): OffsetChange => {
    const from = (later[index - 1] ?? first).minutes;
    return { local: new Date(atMs + from * 60_000).toISOString().slice(0, 19), from, to };
  });
  const before = { local: '1970-01-01T00:00:00', from: first.minutes, to: first.minutes };
  const bySwitch = Map.groupBy(changes, ({ from, to }) => `${from} ${to}`);
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
  if (locals.length < yearsAfter || new Set(locals.map((local) => local.slice(11))).size > 1)
    return undefined;
  const rulesOf = (local: string) => {
    const date = new Date(`${local}Z`);
    const [month, day] = [date.getUTCMonth(), date.getUTCDate()];
    const isLast = new Date(date.getTime() + 7 * 86_400_000).getUTCMonth() !== month;
    const name = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][date.getUTCDay()];
    const places = [...(isLast ? [-1] : []), Math.ceil(day / 7)];
    return places.map((place) => `FREQ=YEARLY;BYMONTH=${month + 1};BYDAY=${place}${name}`);
  };
  const [first = [], ...others] = locals.map(rulesOf);
  return first.find((rule) => others.every((rules) => rules.includes(rule)));
}

/** `+0530`. */
function offsetValue(minutes: number): string {
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}${String(rest).padStart(2, '0')}`;
}
