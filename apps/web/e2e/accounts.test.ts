import { freshDatabase, type ServiceProcess, startServiceProcess, type TestDatabase } from '@jarvis/testkit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { dropSession, register, signIn } from './support/forms.ts';
import { phone, wholeJourney } from './support/journey.ts';

/** A separate, unused installation. */
let db: TestDatabase;
let service: ServiceProcess;

beforeAll(async () => {
  db = await freshDatabase();
  service = await startServiceProcess({ DATABASE_URL: db.url });
});
afterAll(async () => {
  await service.stop();
  await db.close();
});

async function openAccount(page: Page, email: string, address = `${service.url}/register`) {
  await page.goto(address);
  await register(page, email);
  await page.locator('#composer').waitFor();
}

async function enter(page: Page, email: string) {
  await dropSession(page);
  await page.goto(`${service.url}/sign-in`);
  await signIn(page, email);
  await page.locator('#composer').waitFor();
}

wholeJourney(
  'an operator invites a person, restricts them, lifts the restriction and closes registration',
  async ({ page, checkAccess, expectConsoleError }) => {
    // The link is tried twice, restricted requests are refused, and an open page continues without cookies.
    for (const status of ['400', '401', '403']) expectConsoleError(status);
    await openAccount(page, 'first@example.org');
    await page.getByRole('button', { name: /Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Accounts' }).click();
    await page.getByRole('button', { name: 'By invitation' }).click();
    await page.getByLabel('Whom is it for?').fill('Grace');
    await page.getByRole('button', { name: 'Make a link' }).click();
    const link = (await page.getByTestId('shown-once').textContent()) ?? '';
    expect(link).toContain('/register?invitation=');
    await checkAccess();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByTestId('shown-once').waitFor({ state: 'detached' });
    await page.getByText('Grace').waitFor();
    expect((await page.content()).includes(link)).toBe(false);
    await checkAccess();

    await dropSession(page);
    await page.goto(`${service.url}/register`);
    await page.getByText('New accounts are opened by invitation.').waitFor();
    await checkAccess();
    const address = link.replace(/^https?:\/\/[^/]+/, service.url);
    await openAccount(page, 'grace@example.org', address);
    await page.goto(`${service.url}/accounts`);
    await page.getByText('Only operators').waitFor();
    expect(await page.getByRole('button', { name: 'By invitation' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Back to the start' }).waitFor();

    await dropSession(page);
    await page.goto(address);
    await page.waitForURL(`${service.url}/register`);
    await register(page, 'late@example.org');
    await page.getByText('This invitation is no longer valid').waitFor();

    await enter(page, 'first@example.org');
    await page.goto(`${service.url}/accounts`);
    const graces = page.getByRole('listitem').filter({ hasText: 'grace@example.org' });
    await graces.getByRole('button', { name: 'Options for grace@example.org' }).click();
    await page.getByRole('menuitem', { name: 'Restrict…' }).click();
    await page.getByLabel('Reason (optional)').fill('Too loud');
    await page.getByRole('button', { name: 'Restrict', exact: true }).click();
    await graces.getByText('Too loud').waitFor();
    await checkAccess();
    await page.getByLabel('Find by address').fill('GRACE');
    await page.getByRole('main').getByText('first@example.org').waitFor({ state: 'detached' });
    await graces.getByRole('button', { name: 'Options for grace@example.org' }).click();
    await page.getByRole('menuitem', { name: 'Allow again' }).click();
    await graces.getByText('Restricted').waitFor({ state: 'detached' });
    await page.getByLabel('Find by address').fill('nobody');
    await page.getByText('There is no such account.').waitFor();

    await page.getByLabel('Find by address').fill('grace');
    await graces.getByRole('button', { name: 'Options for grace@example.org' }).click();
    await page.getByRole('menuitem', { name: 'Make an operator' }).click();
    await page.getByText('This address is not proven yet').waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await graces.getByText('Operator', { exact: true }).count()).toBe(0);
    await graces.getByRole('button', { name: 'Options for grace@example.org' }).click();
    await page.getByRole('menuitem', { name: 'Make an operator' }).click();
    await page.getByRole('button', { name: 'Make an operator' }).click();
    await graces.getByText('Operator', { exact: true }).waitFor();
    await graces.getByRole('button', { name: 'Options for grace@example.org' }).click();
    await page.getByRole('menuitem', { name: 'Make an ordinary account' }).click();
    await graces.getByText('Operator', { exact: true }).waitFor({ state: 'detached' });

    // It shows at once: leaving the page before the answer would end the request.
    const closed = page.waitForResponse(/registration\.change/);
    await page.getByRole('button', { name: 'Closed' }).click();
    await page.getByText('Nobody can open an account.').waitFor();
    await closed;
    await dropSession(page);
    await page.goto(`${service.url}/register`);
    await page.getByText('New accounts are not opened here right now.').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Forgot your password?' }).waitFor();
    expect(await page.getByText('Create an account').count()).toBe(0);
  },
);

wholeJourney(
  'an operator shows a reset link on a phone, and cannot lock themselves out',
  async ({ page, checkAccess }) => {
    await enter(page, 'first@example.org');
    await page.goto(`${service.url}/accounts`);
    await page.getByRole('button', { name: 'Options for first@example.org' }).click();
    await page.getByRole('menuitem', { name: 'Sign out everywhere' }).waitFor();
    expect(await page.getByRole('menuitem', { name: /Restrict|operator|ordinary/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Options for grace@example.org' }).click();
    await page.getByRole('menuitem', { name: 'Make a reset link' }).click();
    const link = (await page.getByTestId('shown-once').textContent()) ?? '';
    await checkAccess();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await dropSession(page);
    await page.goto(link.replace(/^https?:\/\/[^/]+/, service.url));
    await page.getByLabel('New password', { exact: true }).fill('an entirely new one');
    await page.getByLabel('New password again').fill('an entirely new one');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.waitForURL('**/sign-in**');
  },
  phone,
);
