/** The moment as an instant, and what the clocks of a zone show: `2026-11-23 11:00`, with the weekday in English. */
export function dateNow(
  nowMs: number,
  timeZone: string,
): { iso: string; local: string; weekday: string; timeZone: string } {
  // Swedish dates are written as ISO 8601.
  const clock = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const weekday = new Intl.DateTimeFormat('en', { timeZone, weekday: 'long' });
  return {
    iso: new Date(nowMs).toISOString(),
    local: clock.format(nowMs),
    weekday: weekday.format(nowMs),
    timeZone,
  };
}
