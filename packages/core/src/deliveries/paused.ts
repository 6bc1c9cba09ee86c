import type { Queries } from '@jarvis/database';
import { deleteSettings, selectSettings, upsertSetting } from '../connections/queries.ts';
import { newId } from '../ids.ts';
import type { Clock } from '../ports/deps.ts';

/** While this setting exists, nothing is delivered outside the app. */
export const pausedSetting = 'outside-paused';

/** When deliveries outside the app were paused; null if they are not. */
export async function pausedSince(db: Queries): Promise<string | null> {
  const row = (await selectSettings(db, {})).find(({ name }) => name === pausedSetting);
  return row?.changedAt ?? null;
}

/** Pauses deliveries outside the app until they are resumed. Waiting ones expire meanwhile. */
export async function pauseOutside({
  db,
  clock,
}: {
  readonly db: Queries;
  readonly clock: Clock;
}): Promise<void> {
  const setting = { name: pausedSetting, value: {}, secret: null, secretEnd: null };
  await upsertSetting(db, { ...setting, version: newId(clock.now()), now: clock.nowIso() });
}

export async function resumeOutside({ db }: { readonly db: Queries }): Promise<void> {
  await deleteSettings(db, { names: [pausedSetting] });
}
