import { expect } from 'vitest';
import { dropSession, register, signIn } from './support/forms.ts';
import { type Traveller, wholeJourney } from './support/journey.ts';

/** Each tries to make the sign-in lead to another site, by the page's address. */
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

wholeJourney('nor by any other spelling of the site', (traveller) => signInAt(hostile, traveller));

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
  for (const search of plain) {
    await dropSession(page);
    await page.goto(`/sign-in?${search}`);
    await signIn(page, email);
    await atHome(`after the password, at /sign-in?${search}`);
  }
  await dropSession(page);
  await page.goto(`/register?${plain[0]}`);
  await register(page, `new-${email}`);
  await atHome('after the registration');
}

wholeJourney('after signing in a person is at their destination', async ({ page, signUp }) => {
  const { email } = await signUp();
  await page.goto('/sign-in?next=/tasks');
  await page.waitForURL('**/tasks');
  await dropSession(page);
  await page.goto('/c/01900000-0000-7000-8000-000000000000');
  await signIn(page, email);
  await page.waitForURL('**/c/01900000-0000-7000-8000-000000000000');
});
