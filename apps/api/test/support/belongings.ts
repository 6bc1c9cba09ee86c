import { recordLookup, saveMemory } from '@jarvis/core';
import type { Client } from './client.ts';
import type { TestService } from './service.ts';

/** Ids of one of each resource of an account. */
export interface Belongings {
  readonly conversation: string;
  readonly file: string;
  readonly task: string;
  readonly memory: string;
  readonly key: string;
  readonly calendarFeed: string;
  readonly schedule: string;
  readonly reminder: string;
}

export const emailOf = async (person: Client): Promise<string> =>
  (await person.get('/api/auth/session')).body.user.email;

export const userIdOf = async (person: Client): Promise<string> =>
  (await person.get('/api/auth/session')).body.user.id;

let remembered = 0;

/** A memory, which no endpoint makes, as the assistant saves it. */
export async function remember(
  { deps }: TestService,
  person: Client,
  content = `Owns book number ${++remembered}.`,
): Promise<string> {
  const userId = await userIdOf(person);
  const saved = await saveMemory(deps, userId, { content, conversationId: crypto.randomUUID() });
  if ('refused' in saved) throw new Error(`the memory was refused: ${saved.refused}`);
  return saved.memory.id;
}

/** An entry of the lookup history, as the assistant makes it. */
export async function lookUp(
  { deps }: TestService,
  person: Client,
  query: string,
  error: string | null = null,
): Promise<void> {
  const resultCount = error === null ? 3 : 0;
  await recordLookup(deps, await userIdOf(person), {
    query,
    resultCount,
    error,
    conversationId: crypto.randomUUID(),
  });
}

/** One of each, with a message in the conversation. */
export async function belongingsOf(service: TestService, person: Client): Promise<Belongings> {
  const { conversation } = (await person.post('/api/conversations', {})).body;
  await person.post(`/api/conversations/${conversation.id}/messages`, { content: 'Hello' });
  const { file } = (await person.request('POST', '/api/files?name=plan.txt', 'The plan')).body;
  const { task } = (await person.post('/api/tasks', { title: 'Buy milk' })).body;
  const key = (await person.post('/api/keys', {})).body;
  const { calendarFeed } = (await person.post('/api/calendar-feeds', {})).body;
  const { schedule } = (
    await person.post('/api/schedules', { prompt: 'What is due?', start: '2999-01-01T08:00' })
  ).body;
  const { reminder } = (await person.post('/api/reminders', { title: 'Call Grace', date: '2999-01-01' }))
    .body;
  return {
    conversation: conversation.id,
    file: file.id,
    task: task.id,
    memory: await remember(service, person),
    key: key.id,
    calendarFeed: calendarFeed.id,
    schedule: schedule.id,
    reminder: reminder.id,
  };
}
