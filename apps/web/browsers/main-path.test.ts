import { behindTheStage } from '../e2e/support/behind-the-stage.ts';
import {
  button,
  buttonWith,
  checkbox,
  element,
  field,
  link,
  menuItem,
  message,
  picture,
  text,
} from './find.ts';
import { journey, newAddress, password, phone, say } from './journey.ts';

const composer = element('#composer');

journey(
  'registers, reads a streamed reply, also across a reload, and edits the message',
  async ({ tab, gate }) => {
    await tab.open('/sign-in');
    await tab.click(link('Create an account'));
    await tab.see(button('Create account'));
    await tab.fill(field('E-mail'), newAddress());
    await tab.fill(field('Password'), password);
    await tab.fill(field('Password again'), password);
    await tab.click(button('Create account'));

    await say(tab, `!wait ${gate}`);
    await tab.see(message('The first half is here.'));
    await tab.see(button('Stop the reply'));
    await tab.becomes('location.pathname.startsWith("/c/")', true);
    await tab.reload();
    await tab.see(message('The first half is here.'));
    await tab.see(button('Stop the reply'));
    await behindTheStage('open', gate);
    await tab.see(message('And this is the second half.'));
    await tab.see(button('Ask again'));
    await tab.count(element('article'), 2);

    await tab.click(button('Edit message'));
    await tab.fill(field('Edit message'), '!echo edited');
    await tab.click(button('Send'));
    await tab.see(picture('Version 2 of 2'));
    await tab.count(message('edited'), 2);
    await tab.count(message('The first half'), 0);
    await tab.click(button('Earlier version'));
    await tab.see(message('And this is the second half.'));
  },
);

journey('draws formulas', async ({ tab, signUp }) => {
  await signUp();
  await tab.open('/');
  await say(tab, String.raw`!echo Inline $e^{i\pi} + 1 = 0$, and \[ \int_0^1 x^2\,dx = \frac{1}{3} \]`);
  await tab.see(button('Ask again'));
  await tab.count(element('article .katex'), 2);
  await tab.becomes('document.fonts.ready.then(() => document.fonts.check("16px KaTeX_Math"))', true);
  // Rendered as a fraction, not as text: it is much higher than a line.
  await tab.becomes('document.querySelector(".katex-display").getBoundingClientRect().height > 40', true);
  await tab.picture('formulas');
});

journey('keeps tasks', async ({ tab, signUp }) => {
  await signUp();
  await tab.open('/tasks');
  await tab.see(text('Nothing to do'));
  await tab.fill(element('[placeholder="What needs doing?"]'), 'Call the dentist');
  await tab.press('Enter');
  await tab.click(checkbox('Complete “Call the dentist”'));
  await tab.becomes(
    'fetch("/api/tasks?status=done").then((answer) => answer.text()).then((text) => text.includes("dentist"))',
    true,
  );
  await tab.reload();
  await tab.see(text('Nothing to do'));
});

journey('changes the theme, and has it before the first paint', async ({ tab, signUp }) => {
  await signUp();
  const background = 'getComputedStyle(document.documentElement).backgroundColor';
  await tab.open('/');
  await tab.see(composer);
  const light = await tab.value<string>(background);
  await tab.click(buttonWith('Account menu'));
  await tab.click(menuItem('Dark theme'));
  await tab.becomes('document.documentElement.dataset.theme', 'dark');
  await tab.becomes(`${background} !== ${JSON.stringify(light)}`, true);
  await tab.reload();
  await tab.becomes('document.documentElement.dataset.theme', 'dark');
});

journey(
  'works in nine tabs, three of which have a running reply',
  async ({ tab, newTab, gate, signUp }) => {
    await signUp();
    const tabs = [tab];
    while (tabs.length < 9) tabs.push(await newTab());
    const running = tabs.slice(0, 3);
    for (const one of running) {
      await one.open('/');
      await say(one, `!wait ${gate}`);
      await one.see(message('The first half is here.'));
    }
    for (const [number, one] of tabs.slice(3).entries()) {
      await one.open('/');
      await say(one, `!echo answer ${number}`);
      await one.see(button('Ask again'));
      await one.count(message(`answer ${number}`), 2);
    }
    await behindTheStage('open', gate);
    for (const one of running) {
      await one.see(message('And this is the second half.'));
      await one.see(button('Ask again'));
    }
  },
  phone,
);
