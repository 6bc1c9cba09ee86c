/** Building one takes longer than everything else here. */
const weekdays = new Intl.DateTimeFormat('en', { weekday: 'long' });

/** In the machine's time zone, since its users are mostly nearby. */
export function dateNow(nowMs: number): { iso: string; weekday: string; timeZone: string } {
  const now = new Date(nowMs);
  const { timeZone } = weekdays.resolvedOptions();
  return { iso: now.toISOString(), weekday: weekdays.format(now), timeZone };
}
