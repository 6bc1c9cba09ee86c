import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  freshDatabase,
  ScriptedModel,
  ScriptedSearch,
  type ServiceProcess,
  startServiceProcess,
  type TestDatabase,
} from '@jarvis/testkit';
import { startSmtpServer } from '@jarvis/testkit/smtp-server';
import { afterAll, beforeAll, expect } from 'vitest';
import { register, signIn } from './support/forms.ts';
import { phone, wholeJourney } from './support/journey.ts';

/** A separate, unused installation whose environment sets nothing. */
let db: TestDatabase;
let model: ScriptedModel;
let service: ServiceProcess;
let folder: string;
const mailSecret = 'a-password-that-ends-in-Zq7x';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'operator-'));
  [db, model] = await Promise.all([freshDatabase(), ScriptedModel.start()]);
  service = await startServiceProcess({ DATABASE_URL: db.url, DATA_DIR: folder, MODEL: 'auto' });
});
afterAll(async () => {
  await service.stop();
  await Promise.all([db.close(), model.close(), rm(folder, { recursive: true })]);
});

wholeJourney(
  'from the first account to a real model: key, list, test, use, all without a restart',
  async ({ page, say, checkAccess, expectConsoleError }) => {
    model.otherwise = ({ messages }) =>
      messages.length === 1 ? { say: 'Good morning.' } : { say: 'I am connected.' };
    await page.goto(service.url);
    await page.getByRole('heading', { name: 'Create the first account' }).waitFor();
    await page.getByText('It is the first one here').waitFor();
    expect(await page.getByRole('link', { name: 'Sign in' }).count()).toBe(0);
    await checkAccess();
    await register(page, 'first@example.org');
    await page.locator('#composer').waitFor();

    await page.getByText('Connect a language model to get answers to anything.').waitFor();
    await checkAccess();
    await page.getByRole('link', { name: 'How to connect one' }).click();
    const form = page.getByRole('form', { name: 'Connect a model' });
    await form.getByLabel('Provider').selectOption({ label: 'OpenAI-compatible' });
    expect(await form.getByRole('button', { name: 'List models' }).isDisabled()).toBe(true);
    expectConsoleError('connections.listModels');
    await form.getByLabel('Address').fill('models.example.org/v1');
    await form.getByRole('button', { name: 'List models' }).click();
    await form.getByText('The address must begin with http:// or https://').waitFor();
    await form.getByLabel('Address').fill('http://127.0.0.1:9/v1');
    await form.getByRole('button', { name: 'List models' }).click();
    await form.getByText('Nothing answers at this address.').waitFor();
    await form.getByLabel('Address').fill(model.url);
    await form.getByLabel('Key', { exact: true }).fill('a-key-that-ends-in-Zq7x');
    await form.getByRole('button', { name: 'List models' }).click();
    await form.getByText('It offers 1 model.').waitFor();
    await form.getByRole('button', { name: 'Test' }).click();
    await form.getByText('Good morning.').waitFor();
    const named = form.getByLabel('Model', { exact: true });
    await named.fill('another');
    await form.getByText('Good morning.').waitFor({ state: 'detached' });
    await named.fill('scripted');
    await form.getByRole('button', { name: 'Use it' }).click();
    await page.getByText('scripted (OpenAI-compatible)').waitFor();
    const server = page.getByRole('region', { name: 'OpenAI-compatible' });
    await server.getByText('key ending in Zq7x').waitFor();
    await page.getByText(join(folder, 'outbox')).waitFor();
    expect(await page.content()).not.toContain('a-key-that-ends');
    await checkAccess();

    await page.goto(service.url);
    await say('Hello');
    await page.locator('p', { hasText: 'I am connected.' }).waitFor();

    model.otherwise = () => ({ refuse: 401 });
    await say('And again');
    const failure = page.getByRole('alert');
    await failure.getByText('does not accept its key').waitFor();
    await checkAccess();
    await failure.getByRole('link', { name: 'Connections' }).click();
    const connection = page.locator('section', {
      has: page.getByRole('heading', { name: 'Language model' }),
    });
    await connection.getByText('Its last use failed.').waitFor();
    await connection.getByText('The key was refused.').waitFor();
    expect(await connection.locator('svg.text-danger').count()).toBe(1);
    await checkAccess();
    model.otherwise = () => ({ say: 'I am connected.' });
    await form.getByLabel('Provider').selectOption({ label: 'OpenAI-compatible' });
    await form.getByLabel('Model', { exact: true }).fill('second');
    await form.getByRole('button', { name: 'Use it' }).click();
    await page.getByText('second (OpenAI-compatible)').waitFor();
    await page.goto(service.url);
    await page.getByLabel('Model for this chat').selectOption({ label: 'scripted' });
    await say('Hello again');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    await expect.poll(() => model.requests.at(-1)?.model).toBe('scripted');
    await expect
      .poll(() => page.getByLabel('Model for this chat').inputValue())
      .toBe('openai-compatible:scripted');
    await checkAccess();

    await page.goto(`${service.url}/connections`);
    await page.getByRole('button', { name: 'Go back to the built-in rules' }).click();
    await page.getByText('Built-in rules', { exact: true }).waitFor();
  },
);

wholeJourney(
  'web search and mail are tested, connected and disconnected, and their secrets are not shown again',
  async ({ page, checkAccess }) => {
    const search = await ScriptedSearch.start();
    const smtp = await startSmtpServer({
      authOptional: false,
      onAuth: ({ username, password: given }, _session, done) =>
        done(given === mailSecret ? null : new Error('no'), { user: username }),
    });
    try {
      search.results = [{ title: 'Tides of the Adriatic', url: 'https://tides.example.org/', text: 'Noon.' }];
      await page.goto(`${service.url}/sign-in`);
      await signIn(page, 'first@example.org');
      await page.locator('#composer').waitFor();
      await page.goto(`${service.url}/connections`);

      const outside = page.getByRole('switch', { name: 'Send reminders outside the app' });
      await outside.and(page.locator(':checked')).click();
      await page.getByText(/^Paused /).waitFor();
      await page.reload();
      await outside.and(page.locator(':not(:checked)')).click();
      await outside.and(page.locator(':checked')).waitFor();

      const searching = page.getByRole('form', { name: 'Connect web search' });
      expect(await searching.getByRole('button', { name: 'Test' }).isDisabled()).toBe(true);
      await searching.getByLabel('Address').fill('http://127.0.0.1:9');
      await searching.getByRole('button', { name: 'Use it' }).click();
      await searching.getByText('Nothing answers at this address.').waitFor();
      expect(await searching.getByRole('button', { name: 'Disconnect' }).count()).toBe(0);
      await searching.getByLabel('Address').fill(search.url);
      await searching.getByRole('button', { name: 'Test' }).click();
      await searching.getByText('It works. Found: Tides of the Adriatic').waitFor();
      await searching.getByLabel('Address').press('Enter');
      await searching.getByRole('button', { name: 'Disconnect' }).waitFor();

      const mailing = page.getByRole('form', { name: 'Connect a mail server' });
      const { hostname, port } = new URL(smtp.url());
      await mailing.getByLabel('Mail server').fill(hostname);
      await mailing.getByLabel('Port').fill(port);
      await mailing.getByLabel('User name').fill('jarvis');
      await mailing.getByLabel('Password', { exact: true }).fill('wrong');
      await mailing.getByRole('button', { name: 'Send a test to me' }).click();
      await mailing.getByText('The key was refused.').waitFor();
      await mailing.getByLabel('Password', { exact: true }).fill(mailSecret);
      await mailing.getByRole('button', { name: 'Use it' }).click();
      await mailing.getByText('A test mail went to first@example.org.').waitFor();
      await mailing.getByText('A key ending in Zq7x is stored').waitFor();
      expect(smtp.received.at(-1)?.to).toEqual(['first@example.org']);
      expect((await page.content()).includes(mailSecret)).toBe(false);
      expect(await mailing.getByLabel('Password', { exact: true }).inputValue()).toBe('');
      await checkAccess();

      for (const form of [searching, mailing]) {
        await form.getByRole('button', { name: 'Disconnect' }).click();
        await form.getByRole('button', { name: 'Disconnect' }).waitFor({ state: 'detached' });
      }
      await page.getByText(join(folder, 'outbox')).waitFor();
    } finally {
      await Promise.all([search.close(), smtp.close()]);
    }
  },
);

wholeJourney(
  'a person who is not an operator sees the connections, without controls',
  async ({ page, checkAccess }) => {
    await page.goto(service.url);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByRole('heading', { name: 'Create an account' }).waitFor();
    await page.getByLabel('E-mail').waitFor();
    expect(await page.getByText('It is the first one here').count()).toBe(0);
    await register(page, 'second@example.org');
    await page.locator('#composer').waitFor();
    await page.getByText('The operator of this service can connect a language model.').waitFor();
    await checkAccess();
    await page.goto(`${service.url}/connections`);
    await page.getByRole('heading', { name: 'Language model' }).waitFor();
    await page.getByText('Its operators can change them.').waitFor();
    expect(await page.getByRole('form').count()).toBe(0);
    await checkAccess();
  },
  phone,
);
