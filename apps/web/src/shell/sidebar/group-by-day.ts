/** The group of a day in the list; an earlier one is its month, `2026-03`. */
export type DayGroup = 'today' | 'yesterday' | 'week' | 'month' | (string & {});

/** Groups entries by the day they last changed, in the person's own time zone, keeping their order. */
export function groupByDay<Thing extends { readonly updatedAt: string }>(
  things: readonly Thing[],
  now: Date,
): { readonly group: DayGroup; readonly things: Thing[] }[] {
  const groups = Map.groupBy(things, ({ updatedAt }) => groupOf(new Date(updatedAt), now));
  return [...groups].map(([group, some]) => ({ group, things: some }));
}

function groupOf(day: Date, now: Date): DayGroup {
  // Noon to noon, so that the hour of a clock change does not count as a day.
  const days = Math.round((noonOf(now) - noonOf(day)) / 86_400_000);
  if (days <= 0) return 'today';
  if (days === 1) return 'yesterday';
  if (days < 7) return 'week';
  if (days < 30) return 'month';
  return `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}`;
}

const noonOf = (time: Date): number =>
  new Date(time.getFullYear(), time.getMonth(), time.getDate(), 12).getTime();
