/** Making one takes longer than all else that a turn asks of the clock. */
const weekdays = new Intl.DateTimeFormat('en', { weekday: 'long' });

/** The time zone is that of the machine: the people it serves are mostly near it. */
export function dateNow(nowMs: number): { iso: string; weekday: string; timeZone: string } {
  const now = new Date(nowMs);
  const { timeZone } = weekdays.resolvedOptions();
  return { iso: now.toISOString(), weekday: weekdays.format(now), timeZone };
}
