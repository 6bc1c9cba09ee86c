import { expect, inject } from 'vitest';
import { dropSession, signIn } from './support/forms.ts';
import { behindTheStage, journey, password, wholeJourney } from './support/journey.ts';
import { Program } from './support/program.ts';

journey('a person registers, is greeted, signs out and in again', async ({ page, checkAccess }) => {
  await page.goto('/');
  await page.waitForURL('**/sign-in');
  await page.getByRole('link', { name: 'Create an account' }).click();

  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Please fill this in.').first().waitFor();
  const email = `stranger-${Date.now()}@example.org`;
  await page.getByLabel('Name (optional)').fill('Ada');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password again').fill('another');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('The two passwords differ.').waitFor();
  await checkAccess();
  await page.getByLabel('Password again').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: /Good .*, Ada/ }).waitFor();

  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  await signIn(page, email);
  await page.getByRole('heading', { name: /Good .*, Ada/ }).waitFor();
});

wholeJourney('a wrong password is reported', async ({ page, expectConsoleError }) => {
  expectConsoleError('401');
  await page.goto('/sign-in');
  await signIn(page, 'nobody@example.org', 'wrong password');
  await page.getByText('The e-mail address or the password is not right.').waitFor();
});

wholeJourney('a browser that keeps no cookie is named when it signs in', async ({ page, signUp }) => {
  const { email } = await signUp();
  await page.route('**/trpc/account.login*', async (route) => {
    const signedIn = await route.fetch();
    await page.context().clearCookies();
    await route.fulfill({ status: 200, body: await signedIn.body() });
  });
  await page.context().clearCookies();
  await page.addInitScript(() => {
    // As Firefox refuses it then.
    globalThis.BroadcastChannel = class {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      }
    } as never;
  });
  await page.goto('/tasks');
  await page.waitForURL('**/sign-in?*');
  await signIn(page, email);
  await page.getByRole('alert').getByText('The browser did not keep the cookie').waitFor();
});

wholeJourney(
  'a forgotten password is set with the mailed link, which works once',
  async ({ page, context, signUp, checkAccess, expectConsoleError }) => {
    const { email } = await signUp();
    await context.clearCookies();
    await page.goto('/sign-in');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await page.getByLabel('E-mail').fill(email);
    await checkAccess();
    await page.getByRole('button', { name: 'Mail me a link' }).click();
    await page.getByText(`If there is an account for ${email}`).waitFor();

    await expect.poll(async () => (await behindTheStage('mails', email)).mails.length).toBe(1);
    const [mail] = (await behindTheStage('mails', email)).mails;
    const link = /http\S+\/reset\?token=\S+/.exec(mail ?? '')?.[0] ?? '';
    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill('an entirely new one');
    await page.getByLabel('New password again').fill('an entirely new one');
    expect(page.url()).not.toContain('token');
    await checkAccess();
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('Your password is set.').waitFor();
    await signIn(page, email, 'an entirely new one');
    await page.getByRole('heading', { name: /Good/ }).waitFor();

    // The link was the first proof of the address; the notice of it is shown once.
    const notice = page.getByRole('region', { name: 'Your address is proven' });
    await notice.getByText('look through its tasks and memories').waitFor();
    await checkAccess();
    // It disappears at once: a reload before the answer would read it again.
    const dismissed = page.waitForResponse(/account\.dismissProofNotice/);
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    await notice.waitFor({ state: 'detached' });
    await dismissed;
    const asked = page.waitForResponse(/account\.proofNotice/);
    await page.reload();
    await (await asked).finished();
    await page.getByRole('heading', { name: /Good/ }).waitFor();
    expect(await notice.count()).toBe(0);

    await dropSession(page);
    expectConsoleError('400');
    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill('yet another one');
    await page.getByLabel('New password again').fill('yet another one');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('This link no longer works').waitFor();
  },
);

wholeJourney(
  'a person signs in with a provider; a return without signing in is reported',
  async ({ page, checkAccess }) => {
    await behindTheStage('person', 'grace@example.org');
    await page.goto('/sign-in?next=https://evil.example');
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await page.getByRole('heading', { name: /Good/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');

    // No pending request of the page may be sent without its session.
    await dropSession(page);
    await behindTheStage('person', '');
    await page.goto('/sign-in?next=https://evil.example');
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await page.getByText('You cancelled at the provider').waitFor();
    await checkAccess();
  },
);

wholeJourney(
  'a sign-in at a provider continues to the program to be connected, also after a first cancelled attempt',
  async ({ page }) => {
    const program = await Program.start(inject('baseUrl'), 'Notes');
    try {
      await behindTheStage('person', '');
      await page.goto(program.authorizePath('tasks'));
      await page.getByRole('link', { name: 'Continue with Google' }).click();
      await page.getByText('You cancelled at the provider').waitFor();
      await behindTheStage('person', 'hedy@example.org');
      await page.getByRole('link', { name: 'Continue with Google' }).click();
      await page.getByRole('heading', { name: 'Connect a program on this computer?' }).waitFor();
      await page.getByText('The account is hedy@example.org.').waitFor();
      // The destination is used only once.
      await page.goto('/');
      await page.getByRole('heading', { name: /Good/ }).waitFor();
    } finally {
      await program.close();
    }
  },
);

wholeJourney(
  'a session that ends during typing shows the sign-in, and the draft stays',
  async ({ page, context, signUp, expectConsoleError }) => {
    expectConsoleError('401');
    await signUp();
    await page.goto('/');
    await page.locator('#composer').fill('half a thought');
    await context.clearCookies();
    // Any call may discover the end before the click does; then the page behind the sign-in takes no pointer.
    await page.locator('a[href="/tasks"]').first().dispatchEvent('click');
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Nothing to do').waitFor();
    await page.getByRole('link', { name: 'New chat' }).click();
    await expect.poll(() => page.locator('#composer').inputValue()).toBe('half a thought');
  },
);

wholeJourney(
  'a session that ends with a change is told once, and not again after the sign-in',
  async ({ page, context, signUp, expectConsoleError }) => {
    expectConsoleError('401');
    await signUp();
    await page.goto('/tasks');
    await page.getByText('Nothing to do').waitFor();
    await context.clearCookies();
    const field = page.getByRole('textbox', { name: 'Title of the task' });
    await field.fill('Buy milk');
    await field.press('Enter');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByText(/session has ended/).count()).toBe(0);
    await expect.poll(() => field.inputValue()).toBe('Buy milk');
  },
);

wholeJourney(
  'a list that was refused at the end of the session says nothing of it after the sign-in',
  async ({ page, context, signUp, expectConsoleError }) => {
    expectConsoleError('401');
    await signUp();
    let isOpen = Promise.withResolvers<void>();
    await page.route(/tasks\.list/, (route) => isOpen.promise.then(() => route.continue()));
    isOpen.resolve();
    await page.goto('/tasks');
    await page.getByText('Nothing to do').waitFor();
    isOpen = Promise.withResolvers<void>();
    const field = page.getByRole('textbox', { name: 'Title of the task' });
    await field.fill('Buy milk');
    const added = page.waitForResponse(/tasks\.create/);
    const readAgain = page.waitForRequest(/tasks\.list/);
    await field.press('Enter');
    // Another read may come before it, for other reasons.
    await added;
    await readAgain;
    await context.clearCookies();
    isOpen.resolve();
    await page.getByLabel('Password', { exact: true }).fill(password);
    isOpen = Promise.withResolvers<void>();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByText(/session has ended/).count()).toBe(0);
    isOpen.resolve();
    await page.getByText('Buy milk').waitFor();
  },
);

wholeJourney(
  'a person tells Jarvis how to answer, and switches it off',
  async ({ page, signUp, checkAccess }) => {
    await signUp();
    await page.goto('/account');
    const field = page.getByLabel('How should Jarvis answer you?');
    const save = page.getByRole('button', { name: 'Save instructions' });
    await field.fill('x'.repeat(2_001));
    await page.getByText('At most 2000 characters.').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await field.fill('Short answers.\nNo jokes.');
    await save.click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await checkAccess();
    await page.reload();
    expect(await field.inputValue()).toBe('Short answers.\nNo jokes.');
    await page.getByLabel('Your instructions').click();
    await field.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByLabel('Your instructions').and(page.locator(':not(:checked)')).click();
    expect(await field.inputValue()).toBe('Short answers.\nNo jokes.');
  },
);

for (const [tabs, promise] of [
  [1, 'does not lock its tab'],
  [2, 'locks its tabs no longer than that'],
] as const)
  wholeJourney(
    `a new password whose answer is late ${promise}`,
    async ({ page, context, signUp, expectConsoleError }) => {
      expectConsoleError('401');
      await signUp();
      const ended = page.getByRole('dialog', { name: 'Your session has ended' });
      await page.goto('/account');
      const [{ name, value } = { name: '', value: '' }] = await context.cookies();
      const released = Promise.withResolvers<void>();
      await page.route('**/trpc/account.changePassword*', async (route) => {
        const request = route.request();
        // By a stranger to the browser, which gets the new session with the answer.
        const answer = await fetch(request.url(), {
          method: 'POST',
          headers: { ...request.headers(), cookie: `${name}=${value}` },
          body: request.postData(),
        });
        const body = await answer.text();
        await released.promise;
        await route.fulfill({ status: answer.status, headers: Object.fromEntries(answer.headers), body });
      });
      if (tabs > 1) await (await context.newPage()).goto('/tasks');
      await page.getByLabel('Current password').fill(password);
      await page.getByLabel('New password', { exact: true }).fill('a much better one');
      await page.getByLabel('New password again').fill('a much better one');
      const asked = page.waitForResponse(
        async (answer) => /account\.session/.test(answer.url()) && /"user":null/.test(await answer.text()),
      );
      await page.getByRole('button', { name: 'Change password' }).click();
      await asked;
      await page.evaluate(
        'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
      );
      if (tabs > 1) await ended.waitFor();
      else expect(await page.title()).toBe('Account · Jarvis');
      released.resolve();
      await page.getByText('Your password was changed.').waitFor();
      await ended.waitFor({ state: 'detached' });
    },
  );
