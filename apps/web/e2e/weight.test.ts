import { firstLoadBytes, firstLoadBytesMax } from '@jarvis/testkit/browser';
import { expect } from 'vitest';
import { journey } from './support/journey.ts';

journey('the first load is light: sign-in, and a new chat', async ({ page, signUp }) => {
  await page.goto('/sign-in', { waitUntil: 'networkidle' });
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  const signIn = await firstLoadBytes(page);
  expect(signIn.compressed).toBeGreaterThan(50_000);
  expect(signIn.gzipped).toBeLessThanOrEqual(firstLoadBytesMax.signIn);
  await signUp();
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('heading', { name: /Good/ }).waitFor();
  const newChat = await firstLoadBytes(page);
  // Brotli compresses it better than gzip.
  expect(newChat.compressed).toBeLessThan(newChat.gzipped);
  expect(newChat.gzipped).toBeLessThanOrEqual(firstLoadBytesMax.newChat);
});
