import { expect } from 'vitest';
import { behindTheStage, phone, wholeJourney } from './support/journey.ts';

for (const device of [undefined, phone]) {
  const where = device ? 'on a phone' : 'on a desk';
  wholeJourney(
    `of a temporary chat nothing is stored, and leaving it is asked about ${where}`,
    async ({ context, page, signUp, say, checkAccess, expectConsoleError }) => {
      // The model refuses its key.
      expectConsoleError('status of 500');
      await signUp();
      await page.goto('/');
      await page.getByRole('link', { name: 'Temporary chat' }).click();
      await page.getByText('Nothing of this chat is stored').waitFor();
      await checkAccess();

      await say('!echo the first');
      await page.getByRole('article').getByText('the first', { exact: true }).waitFor();
      await say(`!wait temporary ${where}`);
      await page.getByRole('button', { name: 'Stop the reply' }).waitFor();
      expect((await page.getByTestId('live-region').textContent())?.trim()).toBe('Thinking');
      await behindTheStage('open', `temporary ${where}`);
      await page.getByRole('article').getByText('And this is the second half.').waitFor();
      await say('!refuse 401');
      await page.getByRole('alert').getByText('does not accept its key').waitFor();
      await say('and more');
      await page.getByRole('article').getByText('!refuse 401 and more').waitFor();
      await page.getByRole('alert').getByText('refused the request').waitFor();
      await page.getByRole('button', { name: 'Edit' }).click();
      await expect.poll(() => page.locator('#composer').inputValue()).toBe('!refuse 401\n\nand more');
      await checkAccess();

      const list = await context.request.get('/api/conversations');
      expect(await list.json()).toEqual({ conversations: [] });
      const kept = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })');
      expect(kept).not.toContain('!refuse');

      const leave = async () => {
        if (device) {
          // The drawer does not count as leaving.
          await page.getByRole('button', { name: 'Open sidebar' }).click();
          await page.getByRole('button', { name: 'Close sidebar' }).click();
          await page.getByRole('button', { name: 'Open sidebar' }).waitFor();
          await page.goBack();
        } else await page.getByRole('link', { name: 'Tasks', exact: true }).click();
      };
      await leave();
      await page.getByRole('dialog', { name: 'Leave the temporary chat?' }).waitFor();
      await checkAccess();
      await page.getByRole('button', { name: 'Stay' }).click();
      await page.getByRole('article').getByText('the first', { exact: true }).waitFor();
      await leave();
      await page.getByRole('button', { name: 'Leave', exact: true }).click();
      await page.getByRole('heading', { name: device ? /Good/ : 'Tasks' }).waitFor();
      await page.goto('/temporary');
      await page.getByText('Nothing of this chat is stored').waitFor();
      expect(await page.getByRole('article').count()).toBe(0);
    },
    device,
  );
}

wholeJourney('an empty temporary chat is left without a question', async ({ page, signUp, say }) => {
  await signUp();
  await page.goto('/temporary');
  await page.getByText('Nothing of this chat is stored').waitFor();
  await say('!wait taken-back');
  await page.getByRole('button', { name: 'Stop the reply' }).click();
  await expect.poll(() => page.locator('#composer').inputValue()).toBe('!wait taken-back');
  await behindTheStage('open', 'taken-back');
  await page.locator('#composer').fill('');
  await page.getByRole('link', { name: 'New chat' }).click();
  await page.getByRole('heading', { name: /Good/ }).waitFor();
});
