import { recordLookup, saveMemory } from '@jarvis/core';
import type { Client } from './client.ts';
import type { TestService } from './service.ts';

/** Ids of one of each resource of an account. */
export type Belongings = Readonly<Record<keyof typeof makers, string>>;

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

/** How each resource is made: the id of a new one. */
const makers = {
  async conversation(_: TestService, person: Client) {
    const { conversation } = (await person.post('/api/conversations', {})).body;
    await person.post(`/api/conversations/${conversation.id}/messages`, { content: 'Hello' });
    return conversation.id;
  },
  file: async (_: TestService, person: Client) =>
    (await person.request('POST', '/api/files?name=plan.txt', 'The plan')).body.file.id,
  task: async (_: TestService, person: Client) =>
    (await person.post('/api/tasks', { title: 'Buy milk' })).body.task.id,
  memory: (service: TestService, person: Client) => remember(service, person),
  key: async (_: TestService, person: Client) => (await person.post('/api/keys', {})).body.id,
  calendarFeed: async (_: TestService, person: Client) =>
    (await person.post('/api/calendar-feeds', {})).body.calendarFeed.id,
  schedule: async (_: TestService, person: Client) =>
    (await person.post('/api/schedules', { prompt: 'What is due?', start: '2999-01-01T08:00' })).body.schedule
      .id,
  reminder: async (_: TestService, person: Client) =>
    (await person.post('/api/reminders', { title: 'Call Grace', date: '2999-01-01' })).body.reminder.id,
} satisfies Record<string, (service: TestService, person: Client) => Promise<string>>;

/** The id of a new one, with a message in a conversation. */
export const belongingOf = (
  service: TestService,
  person: Client,
  resource: keyof Belongings,
): Promise<string> => makers[resource](service, person);

/** One of each. */
export async function belongingsOf(service: TestService, person: Client): Promise<Belongings> {
  const ids: [string, string][] = [];
  for (const [resource, make] of Object.entries(makers)) ids.push([resource, await make(service, person)]);
  return Object.fromEntries(ids) as Belongings;
}
