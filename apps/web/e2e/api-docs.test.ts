import { expect } from 'vitest';
import { wholeJourney } from './support/journey.ts';

wholeJourney(
  'a developer reads the API’s page and tries an operation with a key',
  async ({ page, context, signUp }) => {
    await signUp();
    const { key } = await (await context.request.post('/api/keys', { data: {} })).json();
    await context.request.post('/api/tasks', { data: { title: 'Seen through the page' } });
    // Only the key is left as a credential.
    await context.clearCookies();

    await page.goto('/api/docs#tag/tasks/GET/api/tasks');
    await page.getByRole('heading', { name: 'List tasks' }).waitFor();
    await page.getByPlaceholder('Token').first().fill(key);
    await page.getByRole('button', { name: /Test Request.*get \/api\/tasks\)/ }).click();
    const [answer] = await Promise.all([
      page.waitForResponse((each) => new URL(each.url()).pathname === '/api/tasks'),
      page.getByRole('button', { name: 'Send get request' }).click(),
    ]);
    expect(answer.status()).toBe(200);
    await page.getByText('Seen through the page').first().waitFor();
  },
);
