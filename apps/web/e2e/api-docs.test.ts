import { expect } from 'vitest';
import { wholeJourney } from './support/journey.ts';

wholeJourney(
  'a developer reads the API’s page and tries an operation, signed in and with a key',
  async ({ page, context, signUp }) => {
    const tried = async (path: string) => {
      await page.getByRole('button', { name: new RegExp(`Test Request.*get ${path}\\)`) }).click();
      const [answer] = await Promise.all([
        page.waitForResponse((each) => new URL(each.url()).pathname === path),
        page.getByRole('button', { name: 'Send get request' }).click(),
      ]);
      return answer.status();
    };
    await signUp();
    const { key } = await (await context.request.post('/api/keys', { data: {} })).json();
    await context.request.post('/api/tasks', { data: { title: 'Seen through the page' } });
    await page.goto('/api/docs#tag/keys/GET/api/keys');
    expect(await tried('/api/keys')).toBe(200);

    // Only the key is left as a credential.
    await context.clearCookies();
    await page.goto('/sign-in');
    await page.goto('/api/docs#tag/tasks/GET/api/tasks');
    await page.getByRole('heading', { name: 'List tasks' }).waitFor();
    await page.getByPlaceholder('Token').first().fill(key);
    expect(await tried('/api/tasks')).toBe(200);
    await page.getByText('Seen through the page').first().waitFor();
  },
);
