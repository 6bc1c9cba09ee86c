/** A cache: creating a format takes longer than all other work with the date in a turn. */
const formats = new Map<string, Intl.DateTimeFormat>();
/** A format takes 28 KiB. */
const zonesMax = 100;

const weekdays = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });

/** The moment as an instant, and what the clocks of a zone show: `2026-11-23 11:00`, with the weekday in English. */
export function dateNow(
  nowMs: number,
  timeZone: string,
): { iso: string; local: string; weekday: string; timeZone: string } {
  const local = formatOf(timeZone).format(nowMs);
  const weekday = weekdays.format(new Date(local.slice(0, 10)));
  return { iso: new Date(nowMs).toISOString(), local, weekday, timeZone };
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  // Swedish dates are written as ISO 8601.
  const made = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  if (formats.size < zonesMax) formats.set(timeZone, made);
  return made;
}
