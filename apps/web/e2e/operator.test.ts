import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  freshDatabase,
  ScriptedModel,
  type ServiceProcess,
  startServiceProcess,
  type TestDatabase,
} from '@jarvis/testkit';
import { afterAll, beforeAll, expect } from 'vitest';
import { journey, password, phone } from './support/journey.ts';

/** An installation of their own, which nobody has used yet and whose environment says nothing. */
let db: TestDatabase;
let model: ScriptedModel;
let service: ServiceProcess;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'operator-'));
  [db, model] = await Promise.all([freshDatabase(), ScriptedModel.start()]);
  service = await startServiceProcess({ DATABASE_URL: db.url, DATA_DIR: folder, MODEL: 'auto' });
});
afterAll(async () => {
  await service.stop();
  await Promise.all([db.close(), model.close(), rm(folder, { recursive: true })]);
});

journey(
  'from the first account to a real model: key, list, test, use, all without a restart',
  async ({ page, say, checkAccess }) => {
    model.otherwise = ({ messages }) =>
      messages.length === 1 ? { say: 'Good morning.' } : { say: 'I am connected.' };
    await page.goto(`${service.url}/register`);
    await page.getByText('It is the first one here').waitFor();
    await page.getByLabel('E-mail').fill('first@example.org');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Password again').fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.locator('#composer').waitFor();

    await page.goto(`${service.url}/connections`);
    const form = page.getByRole('form', { name: 'Connect a model' });
    await form.getByLabel('Provider').selectOption({ label: 'OpenAI-compatible' });
    await form.getByLabel('Address').fill('http://127.0.0.1:9/v1');
    await form.getByRole('button', { name: 'List models' }).click();
    await form.getByText('Nothing answers at this address.').waitFor();
    await form.getByLabel('Address').fill(model.url);
    await form.getByLabel('Key', { exact: true }).fill('a-key-that-ends-in-Zq7x');
    await form.getByRole('button', { name: 'List models' }).click();
    await form.getByText('It offers 1 model.').waitFor();
    await form.getByRole('button', { name: 'Test' }).click();
    await form.getByText('Good morning.').waitFor();
    await form.getByRole('button', { name: 'Use it' }).click();
    await page.getByText('openai-compatible:scripted').waitFor();
    const server = page.getByRole('region', { name: 'OpenAI-compatible' });
    await server.getByText('key ending in Zq7x').waitFor();
    await page.getByText(join(folder, 'outbox')).waitFor();
    expect(await page.content()).not.toContain('a-key-that-ends');
    await checkAccess();

    await page.goto(service.url);
    await say('Hello');
    await page.locator('p', { hasText: 'I am connected.' }).waitFor();

    await page.goto(`${service.url}/connections`);
    await form.getByLabel('Provider').selectOption({ label: 'OpenAI-compatible' });
    await form.getByLabel('Model', { exact: true }).fill('second');
    await form.getByRole('button', { name: 'Use it' }).click();
    await page.getByText('openai-compatible:second').waitFor();
    await page.goto(service.url);
    await page.getByLabel('Model for this chat').selectOption('openai-compatible:scripted');
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

journey(
  'whoever is no operator sees what is connected, and nothing to change it with',
  async ({ page, checkAccess }) => {
    await page.goto(`${service.url}/register`);
    await page.getByLabel('E-mail').waitFor();
    expect(await page.getByText('It is the first one here').count()).toBe(0);
    await page.getByLabel('E-mail').fill('second@example.org');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Password again').fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.locator('#composer').waitFor();
    await page.goto(`${service.url}/connections`);
    await page.getByRole('heading', { name: 'Language model' }).waitFor();
    expect(await page.getByRole('form').count()).toBe(0);
    await checkAccess();
  },
  phone,
);
