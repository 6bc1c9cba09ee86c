import { newId } from '../ids.ts';
import { chosen, vocabularies } from '../language/languages.ts';
import { addNotifications } from '../notifications/add-notifications.ts';
import type { Deps } from '../ports/deps.ts';
import { filled } from '../text/filled.ts';
import type { ToDeliver } from './deliver-queries.ts';

/** Adds a notification in the app that a webhook was switched off. */
export async function tellDisabled(
  { db, clock, changes }: Pick<Deps, 'db' | 'clock' | 'changes'>,
  { userId, target, language, host }: Pick<ToDeliver, 'userId' | 'target' | 'language' | 'host'>,
): Promise<void> {
  const now = clock.nowIso();
  const { webhookOff } = vocabularies[chosen(language)].notices;
  await addNotifications(db, [
    {
      ...{ userId, id: newId(clock.now()), kind: 'system', sourceId: target, occurrenceAt: now },
      ...{ title: filled(webhookOff, host), createdAt: now },
    },
  ]);
  changes.publish(userId, 'notifications');
}
