import { expect } from 'vitest';
import { isTooWide } from './support/conversation.ts';
import { journey, password, phone, wholeJourney } from './support/journey.ts';

const pages = [
  '/',
  '/tasks',
  '/schedules',
  '/memories',
  '/lookups',
  '/keys',
  '/account',
  '/notifications',
  '/sessions',
  '/connections',
  '/accounts',
  '/nowhere',
];

const namelessScrollers = `[...document.querySelectorAll('main div, main section')]
  .filter((one) => getComputedStyle(one).overflowY === 'auto' && one.scrollHeight > one.clientHeight)
  .filter((one) => !one.matches('[tabindex="-1"], [aria-label]'))
  .map((one) => one.outerHTML.slice(0, 100))`;

wholeJourney(
  'no page breaks an accessibility rule, in the light theme or the dark one',
  async ({ page, signUp, checkAccess }) => {
    await page.goto('/register');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await checkAccess();
    await signUp({ displayName: 'Ada' });
    for (const path of pages) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
      await checkAccess();
      // Firefox stops at a part that scrolls, where a screen reader needs a name.
      expect(await page.evaluate(namelessScrollers), path).toEqual([]);
      // Only a part of the page scrolls.
      expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight), path).toBe(0);
    }
  },
);

wholeJourney(
  'keys scroll each page in a low window, also one without a control',
  async ({ page, signUp }) => {
    await signUp();
    await page.setViewportSize({ width: 1280, height: 320 });
    for (const path of pages.filter((each) => each !== '/nowhere')) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
      const scroller = page.locator('main > div');
      if (await scroller.evaluate((one) => one.scrollHeight - one.clientHeight < 20)) continue;
      await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.press('PageDown');
      await expect
        .poll(() => scroller.evaluate((one) => one.scrollTop), { message: path })
        .toBeGreaterThan(0);
    }
  },
);

journey('everything can be done with the keyboard', async ({ page, context, signUp, say, checkAccess }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp();
  await page.goto('/tasks');
  await page.getByText('Nothing to do').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement.id)).toBe('content');

  await page.keyboard.press('Control+Shift+O');
  await expect.poll(() => page.evaluate(() => document.activeElement.id)).toBe('composer');
  await say('!echo copy me');
  await page.getByRole('button', { name: 'Ask again' }).waitFor();
  await page.keyboard.press('Control+Shift+C');
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('copy me');

  await page.keyboard.press('Control+Shift+S');
  await page.getByRole('button', { name: 'Open sidebar' }).waitFor();
  await page.keyboard.press('Control+Shift+S');
  await page.keyboard.press('Control+/');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await checkAccess();
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+K');
  await page.getByRole('option', { name: /!echo copy me/ }).waitFor();
  await checkAccess();
  await page.getByRole('combobox').fill('API');
  await page.getByRole('option', { name: 'API keys' }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'API keys' }).waitFor();

  await page.keyboard.press('Shift+Escape');
  await page.getByRole('button', { name: /Account menu/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Account', exact: true }).waitFor();
  await checkAccess();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
});

wholeJourney(
  'the few colours of a system’s theme show what is on, chosen, to be pressed, and said by whom',
  async ({ page, signUp, say }) => {
    await signUp();
    await page.goto('/account');
    const memory = page.getByRole('switch', { name: 'Memory' });
    await memory.waitFor();
    const style = (selector: string, property: string, part = '') =>
      page.evaluate(
        `getComputedStyle(document.querySelector(${JSON.stringify(selector)}), '${part}').${property}`,
      );
    const lookOfSwitch = async () => [
      await style('[role=switch]', 'backgroundColor'),
      await style('[role=switch]', 'backgroundColor', '::before'),
    ];
    const on = await lookOfSwitch();
    expect(on[0]).not.toBe(on[1]);
    await memory.click();
    await expect.poll(async () => (await lookOfSwitch())[0]).not.toBe(on[0]);
    const off = await lookOfSwitch();
    expect(off[0]).not.toBe(off[1]);
    expect(await style('main [aria-pressed=true]', 'outlineStyle')).toBe('solid');
    expect(await style('main [aria-pressed=false]', 'outlineStyle')).toBe('none');
    const pressed = page.locator('main [aria-pressed=true]');
    const ring = await style('main [aria-pressed=true]', 'outline');
    await pressed.press('Shift');
    expect(await style('main [aria-pressed=true]', 'outline'), 'the focus shows, too').not.toBe(ring);
    expect(await style('nav a svg.text-accent', 'color')).toBe(await style('nav a', 'color'));
    await page.goto('/tasks');
    await page.getByText('Nothing to do').waitFor();
    expect(await style('[aria-current=page]', 'outlineStyle')).toBe('solid');
    expect(await style('main button[type=submit]', 'borderTopStyle')).toBe('solid');
    expect(await style('main button[type=submit]', 'borderTopWidth')).toBe('1px');
    await page.goto('/');
    await say('Hello');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    expect(await style('article > div', 'borderTopWidth'), 'the person’s message').toBe('1px');
  },
  { forcedColors: 'active' },
);

wholeJourney(
  'on a phone: a drawer, large targets, and nothing wider than the screen',
  async ({ page, signUp, say, checkAccess }) => {
    await signUp({ displayName: 'Ada' });
    await page.goto('/');
    await say('!look tides');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    // A citation stands in the text, close to others.
    for (const [name, heightPx] of Object.entries({
      'Copy message': 44,
      'Edit message': 44,
      'Source 1': 24,
    })) {
      const isHit = () =>
        page.getByRole('button', { name }).evaluate(
          (element, reachPx) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            return [-reachPx, reachPx].every((dy) =>
              element.contains(document.elementFromPoint(x + width / 2, y + height / 2 + dy)),
            );
          },
          heightPx / 2 - 1,
        );
      await expect.poll(isHit, { message: `${name} is hit at ${heightPx} px` }).toBe(true);
    }
    await say('!mess');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'Open sidebar' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Tasks' }).waitFor();
    await checkAccess();
    const small = await page
      .getByRole('dialog')
      .locator('a, button')
      .evaluateAll((elements) =>
        elements
          .filter((element) => element.getBoundingClientRect().height < 44)
          .map((element) => element.outerHTML),
      );
    expect(small).toEqual([]);
    await page.getByRole('dialog').getByRole('link', { name: 'Tasks' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    for (const path of pages) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await isTooWide(page), path).toBe(false);
      const heights = page
        .locator('main .tap')
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)));
      expect(Math.min(44, ...(await heights)), path).toBe(44);
    }
  },
  phone,
);

wholeJourney(
  'on a phone, no page, dialog or menu is cut off at 200 % text, in German',
  async ({ page, context, signUp }) => {
    await context.addInitScript(`
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('html { font-size: 200%; }');
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    `);
    const expectFits = async (path: string) => {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page
        .getByRole('status', { name: /Loading|geladen/ })
        .first()
        .waitFor({ state: 'detached' });
      const widest = page.locator('html, #content > div');
      const isCut = widest.evaluateAll((all) => all.some((one) => one.scrollWidth > one.clientWidth));
      expect(await isCut, path).toBe(false);
    };
    for (const path of ['/sign-in', '/register', '/forgot']) await expectFits(path);
    const { email } = await signUp({ language: 'de' });
    // Two sessions, so that the others can be ended.
    await page.request.post('/api/auth/login', { data: { email, password } });
    for (const path of pages) await expectFits(path);

    const expectWhole = async (name: string) => {
      const shown = page.locator('[role=dialog], [role=dialog] .scroll-thin, [role=menu]');
      const isCut = shown.evaluateAll((all) => all.some((one) => one.scrollWidth > one.clientWidth));
      expect(await isCut, name).toBe(false);
    };
    await page.request.post('/api/tasks', { data: { title: 'Blumen gießen' } });
    await page.goto('/tasks');
    await page.getByRole('button', { name: 'Termin für „Blumen gießen“ setzen' }).click();
    await page.getByRole('menuitem', { name: 'Tag und Uhrzeit wählen' }).click();
    await page.getByRole('dialog', { name: 'Wann ist sie fällig?' }).waitFor();
    await expectWhole('a due date');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'Suchen oder Befehl eingeben' }).fill('Titel');
    await page.getByRole('option', { name: 'Titel auf dem Sperrbildschirm anzeigen' }).waitFor();
    await expectWhole('the palette');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Seitenleiste öffnen' }).click();
    await page.getByRole('button', { name: /Kontomenü/ }).click();
    await page.getByRole('menuitem', { name: 'Benachrichtigungen' }).waitFor();
    await expectWhole('the account menu');
    await page.getByRole('menuitem', { name: 'Tastenkürzel' }).click();
    await page.getByRole('dialog', { name: 'Tastenkürzel' }).waitFor();
    await expectWhole('the shortcuts');
  },
  { ...phone, locale: 'de-DE' },
);
