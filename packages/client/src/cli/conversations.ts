import type { Jarvis } from '../client.ts';
import { orThrow } from '../errors.ts';
import { connected } from './credentials.ts';
import { isNamed, printList, wholeId } from './lists.ts';
import { printJson, printLine } from './terminal.ts';

interface Output {
  readonly json?: true;
}

export const listConversations = (options: Output): Promise<void> => printFound({}, options);

export const searchConversations = (q: string, options: Output): Promise<void> => printFound({ q }, options);

async function printFound(query: { q?: string }, { json }: Output): Promise<void> {
  const { conversations } = await orThrow(connected().api.GET('/api/conversations', { params: { query } }));
  if (json) printJson(conversations);
  else printList(conversations, ({ updatedAt }) => `${updatedAt.slice(0, 10)}  `);
}

export async function showConversation(id: string, { json }: Output): Promise<void> {
  const jarvis = connected();
  const path = { id: await conversationNamed(jarvis, id) };
  const shown = await orThrow(jarvis.api.GET('/api/conversations/{id}', { params: { path } }));
  if (json) return printJson(shown);
  for (const { role, content } of shown.messages) {
    printLine(`${role === 'user' ? 'You' : 'Jarvis'}:\n${content}\n`);
  }
}

/** The id of a conversation that is named by it or by the end of it. */
export const conversationNamed = ({ api }: Jarvis, name: string): Promise<string> =>
  wholeId(name, async () => {
    for (let after: string | undefined; ; ) {
      const query = after === undefined ? {} : { after };
      const page = api.GET('/api/conversations', { params: { query } });
      const { conversations } = await orThrow(page);
      after = nextAfter((await page).response);
      if (after === undefined || conversations.some(isNamed(name))) return conversations;
    }
  });

/** Where the next page of a list begins; undefined after the last one. */
function nextAfter({ headers, url }: Response): string | undefined {
  const [, next] = /<([^>]*)>; *rel="next"/.exec(headers.get('link') ?? '') ?? [];
  return next === undefined ? undefined : (new URL(next, url).searchParams.get('after') ?? undefined);
}
