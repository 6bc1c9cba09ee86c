import { newId } from '../ids.ts';
import { filled } from '../language/filled.ts';
import { chosen, vocabularies } from '../language/languages.ts';
import type { Deps } from '../ports/deps.ts';
import { insertNotifications } from '../time/reminder-queries.ts';
import type { ToDeliver } from './deliver-queries.ts';

/** Adds a notification in the app that a webhook was switched off. */
export async function tellDisabled(
  { db, clock, changes }: Pick<Deps, 'db' | 'clock' | 'changes'>,
  { userId, target, language, host }: Pick<ToDeliver, 'userId' | 'target' | 'language' | 'host'>,
): Promise<void> {
  const now = clock.nowIso();
  const { webhookOff } = vocabularies[chosen(language)].notices;
  const told = {
    ...{ userId, id: newId(clock.now()), kind: 'system', sourceId: target, occurrenceAt: now },
    ...{ title: filled(webhookOff, host), body: '', taskId: null, late: false, missed: 0, createdAt: now },
  };
  await insertNotifications(db, { rows: JSON.stringify([told]) });
  changes.publish(userId, 'notifications');
}
