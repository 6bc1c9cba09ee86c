import type { Page } from 'playwright-core';
import { password } from './journey.ts';

/** Fills in the form of the sign-in and sends it. */
export async function signIn(page: Page, email: string, given: string = password): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(given);
  await page.keyboard.press('Enter');
}

/** Fills in the form of a new account and sends it. */
export async function register(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password again').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

/** Takes away a page's session. The page is left first: its further requests would be refused. */
export async function dropSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}
