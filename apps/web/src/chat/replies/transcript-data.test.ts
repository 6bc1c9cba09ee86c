import type { MessagePage, MessageWithExtras } from '@jarvis/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { queryClient } from '../../data/service/client.ts';

// The store of replies reads it when it is loaded.
vi.stubGlobal('document', { visibilityState: 'visible' });
const { addMessages, transcriptQuery } = await import('./transcript-data.ts');

const message = (n: number) =>
  ({ id: String(n).padStart(4, '0'), createdAt: '2026-01-02' }) as MessageWithExtras;
const conversation = { id: 'c', updatedAt: '2026-01-02' } as MessagePage['conversation'];

test('a tab at a search result stays there when another version of a later message is sent elsewhere', async () => {
  let line = 0;
  let messages = Array.from({ length: 200 }, (_, n) => message(n));
  vi.stubGlobal('fetch', async (url: string) => {
    const inputs = JSON.parse(new URL(url, 'http://localhost').searchParams.get('input') ?? '');
    const answers = Object.values<{ around?: string }>(inputs).map(({ around }) => {
      const at = messages.findIndex(({ id }) => id === around);
      const from = at < 0 ? messages.length - 50 : at - 25;
      const page = {
        conversation,
        line,
        messages: messages.slice(from, from + 50),
        earlier: true,
        later: at >= 0,
      };
      return { result: { data: page } };
    });
    return Response.json(answers);
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    queryClient.clear();
  });
  const shown = transcriptQuery('c', message(100).id);
  const before = await queryClient.fetchQuery(shown);
  const latest = transcriptQuery('c', null);
  await queryClient.fetchQuery(latest);

  line = 1;
  const version = [message(300), message(301)];
  messages = [...messages.slice(0, 120), ...version];
  addMessages(conversation, version, { replaced: message(120).id, first: false });
  const now = () => queryClient.getQueryData<MessagePage>(shown.queryKey);
  await expect.poll(() => now()?.line).toBe(1);
  const ids = now()?.messages.map(({ id }) => id) ?? [];
  expect(ids.slice(0, 45)).toEqual(before.messages.slice(0, 45).map(({ id }) => id));
  expect(ids).toContain(message(301).id);
  expect(ids).not.toContain(message(120).id);
  expect(queryClient.getQueryData<MessagePage>(latest.queryKey)?.messages.at(-1)?.id).toBe(message(301).id);
});
