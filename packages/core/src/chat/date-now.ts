/** The time zone is that of the machine: the people it serves are mostly near it. */
export function dateNow(nowMs: number): { iso: string; weekday: string; timeZone: string } {
  const now = new Date(nowMs);
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long' }).format(now);
  return { iso: now.toISOString(), weekday, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}
