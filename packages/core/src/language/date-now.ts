/** A cache: creating a format takes longer than all other work with the date in a turn. */
const formats = new Map<string, Intl.DateTimeFormat>();
/** More than the tz database has. */
const zonesMax = 1_000;

/** The moment as an instant, and what the clocks of a zone show: `2026-11-23 11:00`, with the weekday in English. */
export function dateNow(
  nowMs: number,
  timeZone: string,
): { iso: string; local: string; weekday: string; timeZone: string } {
  const now = new Date(nowMs);
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return {
    iso: now.toISOString(),
    local: `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`,
    weekday: part('weekday'),
    timeZone,
  };
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'long',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  if (formats.size < zonesMax) formats.set(timeZone, made);
  return made;
}
