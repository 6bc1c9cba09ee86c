import type { Jarvis } from '../client.ts';
import { orThrow } from '../errors.ts';
import { connected } from './credentials.ts';
import { firstOf, listOf, printList, wholeId } from './lists.ts';
import { type Format, oneLine, printJson, printLine, printResult } from './terminal.ts';

interface Listing extends Format {
  readonly limit?: number;
}

/** Prints the conversations that contain `q`, or the latest. */
export async function listConversations(wanted: { q?: string }, { json, limit }: Listing): Promise<void> {
  const conversations = await firstOf(conversationsOf(connected(), wanted), limit);
  if (json) printJson(conversations);
  else printList(conversations, ({ updatedAt }) => `${updatedAt.slice(0, 10)}  `);
}

export async function showConversation(id: string, { json }: Format): Promise<void> {
  const shown = await read(id);
  if (json) return printJson(shown);
  for (const { role, content } of shown.messages) printLine(`${speakers[role]}:\n${content}\n`);
}

/** Prints a conversation as a file: Markdown, or the JSON that the web app imports. */
export async function exportConversation(id: string, { json }: Format): Promise<void> {
  const { conversation, messages } = await read(id);
  if (json) return printJson({ conversations: [{ ...conversation, messages }] });
  const texts = messages.map(
    ({ role, content, createdAt }) => `**${speakers[role]}** · ${createdAt}\n\n${content}`,
  );
  printLine([`# ${oneLine(conversation.title)}`, ...texts].join('\n\n---\n\n'));
}

const speakers = { user: 'You', assistant: 'Jarvis' } as const;

async function read(id: string) {
  const jarvis = connected();
  const path = { id: await conversationNamed(jarvis, id) };
  return orThrow(jarvis.api.GET('/api/conversations/{id}', { params: { path } }));
}

export async function renameConversation(id: string, title: string, format: Format): Promise<void> {
  const jarvis = connected();
  const path = { id: await conversationNamed(jarvis, id) };
  const { conversation } = await orThrow(
    jarvis.api.PATCH('/api/conversations/{id}', { params: { path }, body: { title } }),
  );
  printResult(conversation, format, ({ title }) => `Renamed: ${oneLine(title)}`);
}

export async function removeConversation(id: string, format: Format): Promise<void> {
  const jarvis = connected();
  const path = { id: await conversationNamed(jarvis, id) };
  const removed = await orThrow(jarvis.api.DELETE('/api/conversations/{id}', { params: { path } }));
  printResult(removed, format, () => 'Removed.');
}

/** The id of a conversation, given as a whole or by its end. */
export const conversationNamed = (jarvis: Jarvis, name: string): Promise<string> =>
  wholeId(name, conversationsOf(jarvis));

const conversationsOf = ({ api }: Jarvis, wanted: { q?: string } = {}) =>
  listOf(
    (page) => api.GET('/api/conversations', { params: { query: { ...wanted, ...page } } }),
    ({ conversations }) => conversations,
  );
