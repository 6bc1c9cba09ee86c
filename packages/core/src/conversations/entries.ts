import type { Conversation, ConversationEntry, PageInput } from '@jarvis/contract';
import { parseId } from '../ids.ts';
import { placeInChanges } from '../page.ts';
import type { Deps } from '../ports/deps.ts';
import { selectConversationsOfSchedule, selectEntries } from './entry-queries.ts';

/** A page of conversations with at least one message, last changed first; those of a schedule are one entry. */
export async function listEntries(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { limit, after }: PageInput,
): Promise<ConversationEntry[]> {
  const rows = await selectEntries(db, { userId, limit, ...placeInChanges(after) });
  return rows.map(({ scheduleId, scheduleTitle, hasOthers, ...conversation }) => ({
    ...conversation,
    schedule: scheduleId === null ? null : { id: scheduleId, title: scheduleTitle, hasOthers },
  }));
}

/** A page of the conversations of a schedule, also of a deleted one, last changed first. */
export function listOfSchedule(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { scheduleId, limit, after }: PageInput & { readonly scheduleId: string },
): Promise<Conversation[]> {
  const id = parseId(scheduleId, 'Schedule');
  return selectConversationsOfSchedule(db, { userId, scheduleId: id, limit, ...placeInChanges(after) });
}
