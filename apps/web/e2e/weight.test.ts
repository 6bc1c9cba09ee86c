import { firstLoadBytesMax, scriptBytes } from '@jarvis/testkit/browser';
import { expect } from 'vitest';
import { journey } from './support/journey.ts';

journey('the first load is light: sign-in, and a new chat', async ({ page, signUp }) => {
  const signIn = await scriptBytes(page, async () => {
    await page.goto('/sign-in');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
  expect(signIn).toBeGreaterThan(50_000);
  expect(signIn).toBeLessThanOrEqual(firstLoadBytesMax);
  await signUp();
  const chat = await scriptBytes(page, async () => {
    await page.goto('/');
    await page.getByRole('heading', { name: /Good/ }).waitFor();
    await page.waitForLoadState('networkidle');
  });
  expect(chat).toBeLessThanOrEqual(firstLoadBytesMax);
});
