import type { Notification } from '@jarvis/contract';
import { newId } from '../ids.ts';
import type { StoreDeps } from '../ports/deps.ts';
import { insertNotifications } from './queries.ts';

/** A notification that comes later after its moment is marked as late. */
export const lateMs = 5 * 60_000;

export interface NewNotification
  extends Pick<Notification, 'kind' | 'title'>,
    Partial<Pick<Notification, 'body' | 'taskId' | 'late' | 'missed'>> {
  readonly userId: string;
  /** A source has one notification for each of its moments, `occurrenceAt`. */
  readonly sourceId: string;
  readonly occurrenceAt: string;
  readonly conversationId?: string | undefined;
  /** For a schedule: it was paused. */
  readonly isFailure?: boolean | undefined;
}

export type AddedNotification = NewNotification & Pick<Notification, 'id'>;

/** Adds notifications in the app. Returns the new ones: a moment that has its notification already is left out. */
export async function addNotifications(
  { db, clock }: StoreDeps,
  notifications: readonly NewNotification[],
): Promise<AddedNotification[]> {
  if (notifications.length === 0) return [];
  const rows = notifications.map((each) => ({
    ...{ id: newId(clock.now()), createdAt: clock.nowIso() },
    ...{ body: '', taskId: null, late: false, missed: 0, ...each },
  }));
  const inserted = await insertNotifications(db, { rows: JSON.stringify(rows) });
  const ids = new Set(inserted.map(({ id }) => id));
  return rows.filter(({ id }) => ids.has(id));
}
