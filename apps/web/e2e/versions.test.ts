import { expect } from 'vitest';
import { conversationIn, inReply, sayIn, whole } from './support/conversation.ts';
import { behindTheStage, journey, wholeJourney } from './support/journey.ts';

journey('an edited message is another version, and the arrows lead to both', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/');
  await sayIn(page, '!echo first answer');
  await inReply(page, 'first answer').waitFor();
  await sayIn(page, '!echo what followed');
  await inReply(page, 'what followed').waitFor();

  const article = page.getByRole('article').first();
  await article.hover();
  await article.getByRole('button', { name: 'Edit message' }).click();
  await page.getByRole('textbox', { name: 'Edit message' }).fill('!echo second answer');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await inReply(page, 'second answer').waitFor();
  // As after any other message, the keys that follow are for the next one.
  expect(await page.evaluate('document.activeElement.id')).toBe('composer');
  await expect.poll(() => inReply(page, 'what followed').count()).toBe(0);

  await article.hover();
  await article.getByRole('button', { name: 'Earlier version' }).click();
  await inReply(page, 'what followed').waitFor();
  await article.getByRole('button', { name: 'Later version' }).and(page.locator(':focus')).waitFor();
  expect(await inReply(page, 'second answer').count()).toBe(0);
  await page.reload();
  await inReply(page, 'what followed').waitFor();
  await article.hover();
  await article.getByRole('button', { name: 'Later version' }).click();
  await inReply(page, 'second answer').waitFor();
});

wholeJourney(
  'a reply is rewritten in place, also in a tab that watches',
  async ({ context, page, signUp }) => {
    await signUp();
    await page.goto('/');
    await sayIn(page, '!wait versions-one');
    await page.waitForURL('**/c/*');
    await behindTheStage('open', 'versions-one');
    await inReply(page, whole).waitFor();
    const other = await context.newPage();
    await other.goto(page.url());
    await inReply(other, whole).waitFor();

    await behindTheStage('shut', 'versions-one');
    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.getByText('The first half is here.', { exact: true }).waitFor();
    // The message that both replies answer appears once.
    expect(await inReply(page, '!wait versions-one').count()).toBe(1);
    await behindTheStage('open', 'versions-one');
    await page.getByRole('img', { name: 'Version 2 of 2' }).waitFor();
    await other.getByRole('img', { name: 'Version 2 of 2' }).waitFor();
    expect(await inReply(other, whole).count()).toBe(1);
  },
);

wholeJourney('a chosen version stays in view, however much follows it', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/');
  await sayIn(page, '!echo the end');
  await page.getByRole('button', { name: 'Ask again' }).waitFor();
  await behindTheStage('fill', conversationIn(page.url()));
  const early = page.getByRole('article').filter({ hasText: 'Question 4001' });
  const choose = async (name: string) => {
    await early.hover();
    await early.getByRole('button', { name }).click();
  };
  await page.goto(`${page.url()}?m=01900000-0000-7000-8000-000000000fa1`);
  await choose('Edit message');
  await page.getByRole('textbox', { name: 'Edit message' }).fill('Question 4001 again');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await inReply(page, 'OK.').waitFor();
  await page.getByRole('button', { name: 'Ask again' }).waitFor();
  await expect.poll(() => early.innerText()).toContain('2/2');
  for (let time = 0; time < 2; time += 1) {
    await choose('Earlier version');
    await expect.poll(() => early.innerText()).toContain('1/2');
    await page.getByRole('article').filter({ hasText: 'Answer 4002' }).waitFor();
    await choose('Later version');
    await expect.poll(() => early.innerText()).toContain('2/2');
  }
});

wholeJourney(
  'a search result stays in view when a later message is edited in another tab',
  async ({ context, page, signUp }) => {
    await signUp();
    await page.goto('/');
    await sayIn(page, '!echo the end');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    await behindTheStage('fill', conversationIn(page.url()));
    const other = await context.newPage();
    await other.goto(page.url());
    await page.goto(`${page.url()}?m=01900000-0000-7000-8000-000000000fa1`);
    const result = page.getByRole('article').filter({ hasText: 'Question 4001' });
    await result.waitFor();
    const last = other.getByRole('article').filter({ hasText: '!echo the end' });
    await last.hover();
    await last.getByRole('button', { name: 'Edit message' }).click();
    await other.getByRole('textbox', { name: 'Edit message' }).fill('!wait another-line');
    // By now the rows above have been measured, which may move it by part of a pixel.
    const before = await result.boundingBox();
    await other.getByRole('button', { name: 'Send', exact: true }).click();
    await inReply(other, 'The first half is here.').waitFor();
    await page.getByRole('button', { name: 'Stop the reply' }).waitFor();
    expect(await result.boundingBox()).toEqual(before);
    const readAgain = page.waitForResponse((response) => response.url().includes('around'));
    await behindTheStage('open', 'another-line');
    await readAgain;
    await inReply(other, whole).waitFor();
    await expect.poll(() => result.boundingBox()).toEqual(before);
  },
);

wholeJourney('a long search result is shown from its beginning', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/');
  await sayIn(page, `!echo The beginning.${'\n\nAnd a paragraph.'.repeat(60)}`);
  await page.getByRole('button', { name: 'Ask again' }).waitFor();
  const stored = await page.request.get(`/api/conversations/${conversationIn(page.url())}`);
  const { messages } = (await stored.json()) as { messages: { id: string; role: string }[] };
  await page.goto(`${page.url()}?m=${messages.find(({ role }) => role === 'assistant')?.id}`);
  const beginning = inReply(page, 'The beginning.');
  await beginning.waitFor();
  const top = async () => (await beginning.boundingBox())?.y;
  await expect.poll(top).toBeGreaterThan(100);
  expect(await top()).toBeLessThan(300);
});

wholeJourney(
  'the text of an edited message survives scrolling, and is sent when no reply is running',
  async ({ page, signUp }) => {
    await signUp();
    await page.goto('/');
    await sayIn(page, '!echo the end');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    await behindTheStage('fill', conversationIn(page.url()));
    await page.reload();
    const question = page.getByRole('article').filter({ hasText: '!echo the end' });
    await question.hover();
    await question.getByRole('button', { name: 'Edit message' }).click();
    const field = page.getByRole('textbox', { name: 'Edit message' });
    await field.fill('!echo another end');
    const region = page.getByRole('region', { name: 'Conversation', exact: true });
    await region.evaluate((element) => element.scrollTo(0, element.scrollHeight - 8_000));
    await inReply(page, 'the end').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await inReply(page, 'the end').waitFor();
    expect(await field.inputValue()).toBe('!echo another end');

    const send = page.getByRole('button', { name: 'Send', exact: true });
    await sayIn(page, '!wait edited-meanwhile');
    await inReply(page, 'The first half is here.').waitFor();
    expect(await send.isDisabled()).toBe(true);
    await behindTheStage('open', 'edited-meanwhile');
    await inReply(page, whole).waitFor();
    await send.click();
    await inReply(page, 'another end').waitFor();
    expect(await field.count()).toBe(0);
  },
);

wholeJourney(
  'the text of an edited message survives another page and a reload, until it is cancelled',
  async ({ page, signUp }) => {
    await signUp();
    await page.goto('/');
    await sayIn(page, '!echo first');
    await inReply(page, 'first').waitFor();
    await page.getByRole('article').first().hover();
    await page.getByRole('button', { name: 'Edit message' }).click();
    const field = page.getByRole('textbox', { name: 'Edit message' });
    await field.fill('!echo half of a better');
    await page.getByRole('link', { name: 'Tasks' }).click();
    await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
    await page.goBack();
    expect(await field.inputValue()).toBe('!echo half of a better');
    await page.reload();
    expect(await field.inputValue()).toBe('!echo half of a better');
    // It was opened earlier: the focus stays in its place.
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(false);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await inReply(page, 'first').waitFor();
    expect(await field.count()).toBe(0);
  },
);

wholeJourney(
  'an open editor stays in view, with its focus, when the same message is edited in another tab',
  async ({ context, page, signUp }) => {
    await signUp();
    await page.goto('/');
    await sayIn(page, '!echo first');
    await inReply(page, 'first').waitFor();
    await page.getByRole('article').first().hover();
    await page.getByRole('button', { name: 'Edit message' }).click();
    const field = page.getByRole('textbox', { name: 'Edit message' });
    await field.fill('!echo mine');

    const other = await context.newPage();
    await other.goto(page.url());
    const theirs = other.getByRole('textbox', { name: 'Edit message' });
    await theirs.fill('!wait edited-elsewhere');
    await other.getByRole('button', { name: 'Send', exact: true }).click();
    await inReply(page, 'The first half is here.').waitFor();
    expect(await field.inputValue()).toBe('!echo mine');
    await behindTheStage('open', 'edited-elsewhere');
    await inReply(page, whole).waitFor();
    await page.getByText('This message was replaced meanwhile.').waitFor();
    expect(await field.inputValue()).toBe('!echo mine');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);

    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await inReply(page, 'mine').waitFor();
    expect(await inReply(page, whole).count()).toBe(0);
    await page.getByRole('img', { name: 'Version 3 of 3' }).waitFor();
  },
);

wholeJourney(
  'the excess length of an edited message is shown in the number format of the language',
  async ({ page, signUp }) => {
    await signUp({ language: 'de' });
    await page.goto('/');
    await sayIn(page, '!echo kurz');
    await inReply(page, 'kurz').waitFor();
    const question = page.getByRole('article').first();
    await question.hover();
    await question.getByRole('button', { name: 'Nachricht bearbeiten' }).click();
    await page.getByRole('textbox', { name: 'Nachricht bearbeiten' }).fill('x'.repeat(8_001));
    await page.getByText('8.001 von 8.000 Zeichen').waitFor();
  },
  { locale: 'de-DE' },
);
