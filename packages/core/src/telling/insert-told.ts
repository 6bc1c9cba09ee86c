import type { Queries } from '@jarvis/database';
import type { Told } from '../deliveries/plan.ts';
import { insertNotifications } from '../time/reminder-queries.ts';

/** Adds notifications in the app. Returns the new ones: a source's moment that was already told is left out. */
export async function insertTold(tx: Queries, told: readonly Told[]): Promise<Told[]> {
  if (told.length === 0) return [];
  const inserted = await insertNotifications(tx, { rows: JSON.stringify(told) });
  const ids = new Set(inserted.map(({ id }) => id));
  return told.filter(({ id }) => ids.has(id));
}
