import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { wholeJourney } from './support/journey.ts';

wholeJourney(
  'a switch that the service refused goes back, and can be tried again',
  async ({ page, signUp, expectConsoleError }) => {
    expectConsoleError('503');
    await signUp();
    await page.goto('/account');
    const memory = page.getByRole('switch', { name: 'Memory' });
    await memory.and(page.locator(':checked')).waitFor();
    const refuse = await holdAndRefuse(page, 'account.updateProfile');
    await memory.click();
    await memory.and(page.locator(':not(:checked)')).waitFor();
    await refuse();
    await page.getByText('Jarvis cannot reach its data right now.').waitFor();
    await memory.and(page.locator(':checked')).waitFor();

    const stored = page.waitForResponse(/account\.updateProfile/);
    await memory.click();
    expect((await stored).status()).toBe(200);
    await page.reload();
    await memory.and(page.locator(':not(:checked)')).waitFor();
  },
);

wholeJourney(
  'a memory whose change the service refused reads as before',
  async ({ page, signUp, say, expectConsoleError }) => {
    expectConsoleError('503');
    await signUp();
    await page.goto('/');
    await say('Remember that I prefer tea');
    await page.getByRole('link', { name: 'All memories' }).click();
    const card = page.getByRole('main').getByRole('listitem');
    await card.getByText('tea').waitFor();
    await page.getByRole('button', { name: 'Edit memory' }).click();
    const refuse = await holdAndRefuse(page, 'memories.update');
    await page.getByRole('textbox', { name: 'Text of the memory' }).fill('I prefer the sea');
    await page.keyboard.press('Enter');
    await card.getByText('I prefer the sea').waitFor();
    await refuse();
    await card.getByText('tea').waitFor();
    expect(await card.getByText('I prefer the sea').count()).toBe(0);
  },
  { model: 'builtin' },
);

wholeJourney(
  'a title that is being edited stays when its list cannot be read again; an empty one changes nothing',
  async ({ page, signUp, expectConsoleError }) => {
    expectConsoleError('500');
    await signUp();
    await page.request.post('/api/tasks', { data: { title: 'Pay the rent' } });
    await page.goto('/tasks');
    await page.getByText('Pay the rent').hover();
    await page.getByRole('button', { name: 'Edit “Pay the rent”' }).click();
    const field = page.getByRole('main').getByRole('listitem').getByRole('textbox');
    await field.fill('Pay the rent and');
    let refused = 0;
    await page.route(/trpc\/tasks\.list/, async (route) => {
      await route.fulfill({ status: 500, body: '{}' });
      if (/list.*open/.test(route.request().url())) refused += 1;
    });
    await page.request.post('/api/tasks', { data: { title: 'Call mum' } });
    // The query retries twice before it fails.
    await expect.poll(() => refused).toBeGreaterThan(2);
    await page.unroute(/trpc\/tasks\.list/);
    expect(await field.inputValue()).toBe('Pay the rent and');

    await field.fill('');
    await field.press('Enter');
    await page.getByText('Pay the rent', { exact: true }).waitFor();
    expect(await page.getByText('At most 200 characters.').count()).toBe(0);
  },
);

wholeJourney(
  'a title that is edited again before its change is stored stays open with the typed text',
  async ({ page, signUp }) => {
    await signUp();
    await page.request.post('/api/tasks', { data: { title: 'Pay the rent' } });
    await page.goto('/tasks');
    const list = page.getByRole('main').getByRole('listitem');
    const field = list.getByRole('textbox');
    await list.hover();
    await page.getByRole('button', { name: 'Edit “Pay the rent”' }).click();
    await field.fill('Pay the gas');
    const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
    await page.route(/trpc\/tasks\.update/, (route) => goesOn.then(() => route.continue()), { times: 1 });
    await field.press('Enter');
    await page.getByRole('button', { name: 'Edit “Pay the gas”' }).click();
    expect(await field.inputValue()).toBe('Pay the gas');
    await field.fill('Pay the gas and the rent');
    const readAgain = page.waitForResponse(/trpc\/tasks\.list/);
    goOn();
    await readAgain;
    await field.press('Enter');
    await list.getByText('Pay the gas and the rent', { exact: true }).waitFor();

    // Deleted before its change is stored, it leaves at once.
    await list.hover();
    await page.getByRole('button', { name: 'Edit “Pay the gas and the rent”' }).click();
    await page.route(/trpc\/tasks\.update/, () => undefined);
    await field.fill('Pay all');
    await field.press('Enter');
    await list.getByText('Pay all', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete “Pay all”' }).click();
    await expect.poll(() => list.count()).toBe(0);
  },
);

wholeJourney(
  'a name that was changed in another tab is not offered to be saved',
  async ({ page, signUp }) => {
    await signUp({ displayName: 'Ada' });
    await page.goto('/account');
    const field = page.getByRole('textbox', { name: 'Name' });
    await field.and(page.locator('[value=Ada]')).waitFor();
    await page.request.patch('/api/auth/profile', { data: { displayName: 'Grace' } });
    await page.getByRole('button', { name: 'Account menu: Grace' }).waitFor();
    expect(await field.inputValue()).toBe('Grace');
    expect(await page.getByRole('main').getByRole('button', { name: 'Save' }).first().isDisabled()).toBe(
      true,
    );
  },
);

wholeJourney(
  'a name that is typed while another is refused stays in its field',
  async ({ page, signUp, expectConsoleError }) => {
    expectConsoleError('503');
    await signUp({ displayName: 'Ada' });
    await page.goto('/account');
    const field = page.getByRole('textbox', { name: 'Name' });
    const refuse = await holdAndRefuse(page, 'account.updateProfile');
    await field.fill('Grace');
    await field.press('Enter');
    await page.getByRole('button', { name: 'Account menu: Grace' }).waitFor();
    await field.fill('Grace Hopper');
    await refuse();
    await page.getByRole('button', { name: 'Account menu: Ada' }).waitFor();
    expect(await field.inputValue()).toBe('Grace Hopper');
  },
);

/** Withholds the next call of a procedure. Returns a function that answers it with a failure. */
async function holdAndRefuse(page: Page, procedure: string): Promise<() => Promise<void>> {
  const { promise: held, resolve: refuse } = Promise.withResolvers<void>();
  const error = {
    message: 'The database cannot be reached.',
    code: -32603,
    data: { code: 'SERVICE_UNAVAILABLE', httpStatus: 503, path: procedure },
  };
  let answered: Promise<void> | undefined;
  await page.route(
    `**/trpc/${procedure}*`,
    (route) => {
      answered = held.then(() => route.fulfill({ status: 503, json: [{ error }] }));
      return answered;
    },
    { times: 1 },
  );
  return async () => {
    refuse();
    await answered;
  };
}
