import type { Page, Response } from 'playwright-core';
import { expect } from 'vitest';
import { inReply } from './support/conversation.ts';
import { behindTheStage, wholeJourney } from './support/journey.ts';
import { within } from './support/within.ts';

/** The name, or else the text, of the focused element; empty if it is the page itself. */
const focused = (page: Page) =>
  page.evaluate(
    `(() => {
      const element = document.activeElement;
      return element === document.body ? '' : (element.getAttribute('aria-label') ?? element.textContent);
    })()`,
  );

/** Presses the first key, which loads the focus rule. */
async function beginByKeyboard(page: Page) {
  const rule = page.waitForResponse(ruleChunk);
  await page.keyboard.press('Tab');
  await isRunning(page, rule);
}

const ruleChunk = '**/assets/keep-focus*';

/** The page has the rule, and has run it. */
async function isRunning(page: Page, rule: Promise<Response>) {
  await page.evaluate(`import('${(await rule).url()}').then(() => undefined)`);
}

wholeJourney(
  'a double click renames a conversation that is not open: typing changes its title, and no message',
  async ({ page, context, signUp }) => {
    await signUp();
    const made = await context.request.post('/api/conversations', { data: { title: 'Before' } });
    const { conversation } = await made.json();
    await context.request.post(`/api/conversations/${conversation.id}/messages`, { data: { content: 'Hi' } });
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    // The conversation's page loads while its title is being edited.
    await page.route('**/assets/conversation-page*', async (route) => {
      await opened;
      await route.continue();
    });
    // As Safari did before 18.4.
    await page.addInitScript(`
      const { setSelectionRange } = HTMLTextAreaElement.prototype;
      HTMLTextAreaElement.prototype.setSelectionRange = function (...range) {
        this.focus();
        setSelectionRange.apply(this, range);
      };
    `);
    await page.goto('/tasks');
    const row = page.getByRole('region', { name: 'Conversations' }).getByRole('link', { name: 'Before' });
    await row.dblclick();
    const field = page.getByRole('textbox', { name: 'Title of the conversation' });
    await field.waitFor();
    await page.keyboard.type('Af');
    open();
    await page.locator('#composer').waitFor();
    await page.keyboard.type('ter');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'After' }).waitFor();
    await expect.poll(() => focused(page)).toBe('After');
    expect(await page.locator('#composer').inputValue()).toBe('');
    const { messages } = await (await context.request.get(`/api/conversations/${conversation.id}`)).json();
    expect(messages).toHaveLength(1);
  },
);

wholeJourney('quick clicks on the icons of a list act on one row each', async ({ page, context, signUp }) => {
  await signUp();
  const due = { date: '2030-05-01' };
  for (const title of ['Three', 'Two', 'One'])
    await context.request.post('/api/tasks?include=due', { data: { title, due } });
  await page.goto('/tasks');
  const icon = page.getByRole('button', { name: 'Delete “One”' });
  await icon.hover();
  const { x, y, width, height } = (await icon.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  for (const clickCount of [1, 2]) {
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(3 - clickCount);
  }
  await page.getByText('Three', { exact: true }).waitFor();
  await context.request.post('/api/tasks', { data: { title: 'Four' } });
  // Another checkbox is then in its place.
  await page.getByRole('checkbox', { name: 'Complete “Four”' }).dblclick({ delay: 100 });
  await expect.poll(() => page.getByRole('checkbox').count()).toBe(1);
  // The icon to save is then in its place.
  await page.getByRole('button', { name: 'Edit “Three”' }).dblclick({ delay: 100 });
  await page.getByRole('main').getByRole('listitem').getByRole('textbox').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Three', { exact: true }).waitFor();
  // The link to the start page is then in its place.
  await page.getByRole('button', { name: /^Close sidebar/ }).click();
  await page.getByRole('button', { name: /^Open sidebar/ }).dblclick({ delay: 100 });
  await page.getByRole('button', { name: /^Close sidebar/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Tasks' }).click();
});

wholeJourney(
  'the focus stays in place after ticking, editing, deleting and undoing',
  async ({ page, context, signUp }) => {
    await signUp();
    for (const title of ['Three', 'Two', 'One'])
      await context.request.post('/api/tasks?include=due', { data: { title, due: { date: '2100-01-01' } } });
    await page.goto('/tasks');
    await beginByKeyboard(page);
    await page.getByRole('checkbox', { name: 'Complete “One”' }).focus();
    await page.keyboard.press('Space');
    await expect.poll(() => focused(page)).toBe('Complete “Two”');

    await page.getByRole('button', { name: 'Edit “Two”' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Second');
    const renamed = page.waitForResponse('**/trpc/tasks.update*');
    await page.keyboard.press('Enter');
    await within('the new title', renamed);
    await expect.poll(() => focused(page)).toBe('Edit “Second”');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('Edit “Second”');

    const choose = async (name: string | RegExp) => {
      // The lists are read again once the answer is shown; until then it would undo a change made meanwhile.
      const answered = page.waitForResponse('**/trpc/tasks.update*');
      const stored = answered.then(() => page.waitForRequest(/trpc\/\S*tasks\.list/));
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name }).press('Enter');
      if (name === pick) await page.getByRole('dialog').getByLabel('Date').press('Enter');
      await within('the change', stored);
    };
    const pick = /^Pick date/;
    await page.getByRole('button', { name: /change when “Second” is due/ }).focus();
    for (const name of ['Today', pick]) {
      await choose('No date');
      await expect.poll(() => focused(page)).toBe('Set a date for “Second”');
      await choose(name);
      await expect.poll(() => focused(page)).toContain('Today, change when “Second” is due');
    }

    await page.getByRole('button', { name: 'Delete “Second”' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Delete “Three”');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing to do').waitFor();
    await expect.poll(() => focused(page)).not.toBe('');
    await page.getByRole('button', { name: 'Undo' }).first().focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).not.toBe('');

    for (const title of ['Later', 'Now']) {
      const { conversation } = await (
        await context.request.post('/api/conversations', { data: { title } })
      ).json();
      await context.request.post(`/api/conversations/${conversation.id}/messages`, {
        data: { content: 'one' },
      });
    }
    await page.getByRole('button', { name: 'Options for “Now”' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Options for “Later”');
  },
);

wholeJourney(
  'keys that are typed for a task which is deleted elsewhere act on no other one',
  async ({ page, signUp }) => {
    await signUp();
    for (const title of ['One', 'Two']) await page.request.post('/api/tasks', { data: { title } });
    const { tasks } = await (await page.request.get('/api/tasks')).json();
    await page.goto('/tasks');
    await beginByKeyboard(page);
    await page.getByRole('button', { name: 'Edit “Two”' }).press('Enter');
    await page.keyboard.type('Buy');
    const { id } = tasks.find(({ title }: { title: string }) => title === 'Two');
    await page.request.delete(`/api/tasks/${id}`);
    await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(1);
    await page.locator('main:focus').waitFor();
  },
);

wholeJourney(
  'a held Enter deletes one row, and chooses nothing in a menu',
  async ({ page, context, signUp }) => {
    await signUp();
    const due = { due: { date: '2100-01-01' }, repeat: 'FREQ=DAILY' };
    for (const [title, more] of [
      ['Each day', due],
      ['Two', {}],
      ['One', {}],
    ] as const)
      await context.request.post('/api/tasks?include=due', { data: { title, ...more } });
    await page.goto('/tasks');
    await beginByKeyboard(page);
    const hold = async () => {
      for (let press = 0; press < 3; press += 1) await page.keyboard.down('Enter');
    };
    await page.getByRole('button', { name: 'Delete “One”' }).focus();
    await hold();
    await expect.poll(() => focused(page)).toBe('Delete “Two”');
    await hold();
    await page.keyboard.up('Enter');
    await page.getByRole('button', { name: 'Delete “Each day”' }).focus();
    await hold();
    await page.getByRole('menu').waitFor();
    const chosen = page.getByRole('menuitem').and(page.locator(':focus'));
    await expect.poll(() => page.keyboard.press('ArrowDown').then(() => chosen.count())).toBe(1);
    await hold();
    expect(await page.getByRole('menuitem').count()).toBe(2);
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: 'Complete “Each day”' }).waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(2);
  },
);

wholeJourney(
  'after Send, Stop or Ask again, keys go to the next message, and a double click on Send stops nothing',
  async ({ page, signUp, say }) => {
    await signUp();
    await page.goto('/');
    await say('!echo one');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    await page.locator('#composer').fill('!wait never');
    await page.getByRole('button', { name: 'Send message' }).dblclick({ delay: 100 });
    const stop = page.getByRole('button', { name: 'Stop the reply' });
    await stop.waitFor();
    await page.keyboard.type(' and');
    await page.getByText('The first half is here.').waitFor();
    expect(await page.locator('#composer').inputValue()).toBe(' and');
    await stop.click();
    await stop.waitFor({ state: 'detached' });
    await page.keyboard.type(' then');
    expect(await page.locator('#composer').inputValue()).toBe(' and then');
    await page.getByRole('button', { name: 'Ask again' }).press('Enter');
    await page.keyboard.type(' this');
    await stop.waitFor();
    await page.keyboard.press('Escape');
    await stop.waitFor({ state: 'detached' });
    expect(await focused(page)).toBe(' and then this');
  },
);

wholeJourney(
  'a double click on Send and a held Enter send one message, and not the text that comes back after it',
  async ({ page, signUp, say }) => {
    await signUp();
    await page.goto('/');
    const field = page.locator('#composer');
    for (const way of ['clicked', 'held']) {
      await say(`!wait ${way}-twice`);
      await page.getByRole('button', { name: 'Stop the reply' }).waitFor();
      await page.waitForURL('**/c/*');
      await say(`!echo ${way}`);
      await page.getByText('Sent when the reply has ended', { exact: true }).waitFor();
      await field.fill('for later');
      await page.getByRole('button', { name: 'Edit', exact: true }).last().click();
      await expect.poll(() => field.inputValue()).toBe(`!echo ${way}`);
      await behindTheStage('open', `${way}-twice`);
      await page.getByRole('button', { name: 'Stop the reply' }).waitFor({ state: 'detached' });
      if (way === 'clicked') {
        const send = page.getByRole('button', { name: 'Send message' });
        // At its end: the composer moves when the note about the other text goes.
        await send.dblclick({ position: { x: 20, y: 38 }, delay: 100 });
      } else for (let press = 0; press < 3; press += 1) await page.keyboard.down('Enter');
      await page.keyboard.up('Enter');
      await inReply(page, way).waitFor();
      expect(await field.inputValue()).toBe('for later');
      expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    }
  },
);

wholeJourney('the focus stays in place after a key is revoked', async ({ page, context, signUp }) => {
  await signUp();
  for (const name of ['Old', 'New']) await context.request.post('/api/keys', { data: { name } });
  await page.goto('/keys');
  await beginByKeyboard(page);
  await page.getByRole('button', { name: 'Revoke: New' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Revoked just now').waitFor();
  await expect.poll(() => focused(page)).toBe('Revoke: Old');
});

wholeJourney('the focus returns from a dialog that was clicked into', async ({ page, signUp }) => {
  await signUp();
  // The focus rule loads after the focus has already left its place.
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  await page.route(ruleChunk, async (route) => {
    await opened;
    await route.continue();
  });
  const rule = page.waitForResponse(ruleChunk);
  await page.goto('/keys');
  await page.getByPlaceholder('What is it for?').click();
  await page.keyboard.press('Enter');
  const key = page.getByTestId('shown-once');
  await key.waitFor();
  open();
  await isRunning(page, rule);
  await key.click();
  await page.mouse.click(5, 5);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await key.waitFor({ state: 'detached' });
  const name = page.getByPlaceholder('What is it for?');
  await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
});
