import { expect, inject } from 'vitest';
import { isTooWide } from './support/conversation.ts';
import { journey, password, phone, wholeJourney } from './support/journey.ts';
import { Program } from './support/program.ts';

journey(
  'a program is connected after a sign-in for it, is listed, and is disconnected',
  async ({ page, context, signUp, checkAccess }) => {
    const program = await Program.start(inject('baseUrl'), 'Claude <b>Code</b>\u202e');
    try {
      const { email } = await signUp();
      await context.clearCookies();
      await page.goto(program.authorizePath('tasks tasks:write memories'));
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { name: 'Connect a program on this computer?' }).waitFor();
      await page.getByText('“Claude <b>Code</b>”').waitFor();
      await page.getByText('Allow this only if you have just started it yourself.').waitFor();
      await checkAccess();
      const box = (name: string) => page.getByRole('checkbox', { name });
      expect(await box('See what Jarvis remembers about you').isChecked()).toBe(false);
      await box('Add and change tasks').uncheck();
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.getByRole('heading', { name: 'Back at the program' }).waitFor();
      // Unchanged to the letter: the router of the app would have read a number.
      expect((await program.answer()).get('state')).toBe('1e5');
      await program.takeTokens();
      expect(await program.tools()).toEqual(['list_tasks']);

      await page.goto('/keys');
      await page.getByRole('heading', { name: 'Connected programs' }).waitFor();
      await page.getByText(new URL(program.redirectUri).host, { exact: true }).waitFor();
      await page.getByText('See your tasks').waitFor();
      await checkAccess();
      await page.getByRole('button', { name: /^Disconnect: / }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
      await page.getByText('No program is connected').waitFor();
      expect(await program.tools()).toBe(401);
    } finally {
      await program.close();
    }
  },
);

wholeJourney(
  'a request is refused, and cannot be decided again; on a phone, in German',
  async ({ page, signUp, checkAccess, expectConsoleError }) => {
    const program = await Program.start(inject('baseUrl'), 'Notizen');
    try {
      const { email } = await signUp({ language: 'de' });
      await page.goto(program.authorizePath('ask lookups'));
      await page.getByRole('heading', { name: 'Ein Programm auf diesem Computer verbinden?' }).waitFor();
      expect(await isTooWide(page)).toBe(false);
      await checkAccess();
      const address = page.url();
      await page.getByRole('button', { name: 'Ablehnen' }).click();
      await page.getByRole('heading', { name: 'Back at the program' }).waitFor();
      expect((await program.answer()).get('error')).toBe('access_denied');
      expectConsoleError('404');
      await page.goto(address);
      await page.getByRole('heading', { name: 'Hier gibt es nichts zu verbinden' }).waitFor();
      await checkAccess();
      await page.goto('/connect?request=A');
      await page.getByRole('heading', { name: 'Hier gibt es nichts zu verbinden' }).waitFor();
      await page.getByRole('link', { name: 'Zur Startseite' }).waitFor();
      await page.goto('/connect/code?code=a-code&state=x');
      await page.getByText('a-code').waitFor();
      await checkAccess();
      expect(page.url()).not.toContain('a-code');
      // A host of the maximum length breaks no page, and comes first on the page.
      const host = `claude.ai.${'long-'.repeat(11)}x.evil.example`;
      const redirectUri = `https://${host}/callback`;
      const registered = await fetch(`${inject('baseUrl')}/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_name: 'Claude', redirect_uris: [redirectUri] }),
      });
      const { client_id: clientId } = (await registered.json()) as { client_id: string };
      const elsewhere = new URL(program.authorizePath('ask'), inject('baseUrl'));
      elsewhere.searchParams.set('client_id', clientId);
      elsewhere.searchParams.set('redirect_uri', redirectUri);
      await page.goto(elsewhere.pathname + elsewhere.search);
      await page.getByRole('heading', { name: `${host} verbinden?` }).waitFor();
      await page.getByText('Das ist nicht claude.ai. Das Programm nennt sich nur so.').waitFor();
      expect(await isTooWide(page)).toBe(false);
      await checkAccess();
      // The second half of a double click in another window allows nothing.
      const allow = page.getByRole('button', { name: 'Erlauben' });
      await expect.poll(() => allow.isEnabled()).toBe(true);
      // Half a second may be over before the next look: the page notes it.
      await page.evaluate(`{
        const allow = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Erlauben');
        new MutationObserver(() => allow.toggleAttribute('data-was-disabled', true)).observe(allow, {
          attributeFilter: ['disabled'],
        });
        dispatchEvent(new Event('focus'));
      }`);
      await allow.and(page.locator('[data-was-disabled]')).waitFor();
      await expect.poll(() => allow.isEnabled()).toBe(true);
      // Another tab has begun a new session meanwhile.
      expectConsoleError('403');
      await page.request.post('/api/auth/logout');
      expect((await page.request.post('/api/auth/login', { data: { email, password } })).status()).toBe(200);
      await allow.click();
      await page.getByText('Diese Anfrage wurde in einem anderen Browser oder Konto begonnen.').waitFor();
      // A program that sends another address is shown as such, without a redirect.
      expectConsoleError('400');
      await page.goto(program.authorizePath('ask').replace('callback', 'elsewhere'));
      await page.getByRole('heading', { name: 'Dieses Programm kann nicht verbunden werden' }).waitFor();
      // Its styles have loaded.
      expect(await page.evaluate("getComputedStyle(document.querySelector('main')).overflowWrap")).toBe(
        'anywhere',
      );
      expect(await isTooWide(page)).toBe(false);
      await checkAccess();
    } finally {
      await program.close();
    }
  },
  { ...phone, locale: 'de-DE' },
);
