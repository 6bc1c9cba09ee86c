import type { Queries } from '@jarvis/database';
import { deleteSettings, selectSettings, upsertSetting } from '../connections/queries.ts';
import { newId } from '../ids.ts';
import type { Clock } from '../ports/deps.ts';

/** The setting that holds back everything outside the app, while it exists. */
export const pausedSetting = 'outside-paused';

/** Since when nothing is told outside the app; null: it is. */
export async function pausedSince(db: Queries): Promise<string | null> {
  const row = (await selectSettings(db, {})).find(({ name }) => name === pausedSetting);
  return row?.changedAt ?? null;
}

/** Has nothing told outside the app until it is resumed. What waits expires meanwhile. */
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
