import { expect } from 'vitest';
import { password, type Traveller, wholeJourney } from './support/journey.ts';

/** Each is an attempt to make the sign-in lead to another site, in the form of the page's address. */
const plain = [
  'next=https://evil.example/',
  'next=/tasks&next=https://evil.example',
  // The router parses values that are JSON.
  'next=%22https://evil.example%22',
];
const hostile = [
  ...plain,
  'next=https%3A%2F%2Fevil.example%2F',
  'next=//evil.example',
  'next=%2F%2Fevil.example',
  'next=/%5Cevil.example',
  'next=/%09/evil.example',
  'next=/.//evil.example',
  'next=javascript:location=%22https://evil.example%22',
  'next=%22//evil.example%22',
  'next=%5B%22https://evil.example%22%5D',
  'next=%7B%22href%22:%22https://evil.example%22%7D',
];

wholeJourney('after signing in nobody is led to another site', (traveller) => signInAt(plain, traveller));

wholeJourney('nor is anybody, however the other site is written', (traveller) =>
  signInAt(hostile, traveller),
);

async function signInAt(searches: readonly string[], { page, context, signUp }: Traveller) {
  const left: string[] = [];
  await context.route(
    ({ hostname }) => hostname !== 'localhost',
    (route) => {
      left.push(route.request().url());
      return route.fulfill({ body: 'Another site' });
    },
  );
  const atHome = async (what: string) => {
    await page.getByText('Another site').or(page.locator('#composer')).waitFor();
    expect({ left, path: new URL(page.url()).pathname }, what).toEqual({ left: [], path: '/' });
  };
  const { email } = await signUp();
  for (const path of ['/sign-in', '/register']) {
    for (const search of searches) {
      await page.goto(`${path}?${search}`);
      await atHome(`signed in, at ${path}?${search}`);
    }
  }
  // Leave the page first: its further requests would be refused.
  const signOut = async () => {
    await page.goto('about:blank');
    await context.clearCookies();
  };
  for (const search of plain) {
    await signOut();
    await page.goto(`/sign-in?${search}`);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await atHome(`after the password, at /sign-in?${search}`);
  }
  await signOut();
  await page.goto(`/register?${plain[0]}`);
  await page.getByLabel('E-mail').fill(`new-${email}`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password again').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await atHome('after the registration');
}

wholeJourney('after signing in a person is where they wanted to go', async ({ page, context, signUp }) => {
  const { email } = await signUp();
  await page.goto('/sign-in?next=/tasks');
  await page.waitForURL('**/tasks');
  await page.goto('about:blank');
  await context.clearCookies();
  await page.goto('/c/01900000-0000-7000-8000-000000000000');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/c/01900000-0000-7000-8000-000000000000');
});
