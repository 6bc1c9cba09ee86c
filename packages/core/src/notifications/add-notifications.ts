import type { Notification } from '@jarvis/contract';
import type { Queries } from '@jarvis/database';
import { insertNotifications } from './queries.ts';

/** A notification that comes later after its moment is marked as late. */
export const lateMs = 5 * 60_000;

export interface NewNotification
  extends Pick<Notification, 'id' | 'kind' | 'title' | 'createdAt'>,
    Partial<Pick<Notification, 'body' | 'taskId' | 'late' | 'missed'>> {
  readonly userId: string;
  /** A source has one notification for each of its moments, `occurrenceAt`. */
  readonly sourceId: string;
  readonly occurrenceAt: string;
  readonly conversationId?: string | undefined;
  /** For a schedule: it was paused. */
  readonly isFailure?: boolean | undefined;
}

/** Adds notifications in the app. Returns the new ones: a moment that has its notification already is left out. */
export async function addNotifications(
  db: Queries,
  notifications: readonly NewNotification[],
): Promise<NewNotification[]> {
  if (notifications.length === 0) return [];
  const rows = notifications.map((each) => ({ body: '', taskId: null, late: false, missed: 0, ...each }));
  const inserted = await insertNotifications(db, { rows: JSON.stringify(rows) });
  const ids = new Set(inserted.map(({ id }) => id));
  return notifications.filter(({ id }) => ids.has(id));
}
