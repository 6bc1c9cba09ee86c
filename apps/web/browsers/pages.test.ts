import { button, buttonWith, element, field, text } from './find.ts';
import { desk, journey, phone, say } from './journey.ts';

for (const [where, screen] of [
  ['on a desk', desk],
  ['on a phone', phone],
] as const) {
  for (const dark of [false, true]) {
    const theme = dark ? 'dark' : 'light';
    journey(
      `shows every page in the ${theme} theme of the system ${where}`,
      async ({ tab, signUp }) => {
        await signUp();
        await tab.open('/');
        await say(tab, '!mess');
        await tab.see(button('Ask again'));
        await tab.becomes('location.pathname.startsWith("/c/")', true);
        const conversation = await tab.value<string>('location.pathname');
        for (const [path, shown] of [
          ['/', text('What can I do for you?')],
          [conversation, element('article table')],
          ['/tasks', text('Nothing to do')],
          ['/schedules', text('No schedules yet')],
          ['/memories', text('Nothing remembered yet')],
          ['/lookups', text('No lookups yet')],
          ['/keys', text('No keys yet')],
          ['/account', text('Appearance')],
          ['/notifications', text('Quiet hours')],
          ['/connections', text('Language model')],
        ] as const) {
          await tab.open(path);
          await tab.see(shown);
          await tab.becomes('document.documentElement.dataset.theme', theme);
          // Nothing is wider than the screen, and only a part of the page scrolls.
          await tab.becomes('document.documentElement.scrollWidth - innerWidth <= 0', true);
          await tab.becomes('document.documentElement.scrollHeight - innerHeight <= 0', true);
          await tab.picture(`${where}-${theme}-${path === conversation ? 'c' : path}`);
        }
      },
      { ...screen, dark },
    );
  }
}

journey(
  'shows the whole text of a task that is edited',
  async ({ tab, signUp }) => {
    await signUp();
    await tab.open('/tasks');
    await tab.see(text('Nothing to do'));
    await tab.fill(
      field('Title of the task'),
      'Pay the electricity company before the end of the month, or pay more',
    );
    await tab.press('Enter');
    await tab.click(buttonWith('Edit “Pay'));
    await tab.becomes('document.activeElement.tagName', 'TEXTAREA');
    await tab.becomes('document.activeElement.clientHeight > 60', true);
    await tab.becomes('document.activeElement.scrollHeight > document.activeElement.clientHeight', false);
  },
  phone,
);
