import { expect, inject } from 'vitest';
import { Program } from '../e2e/support/program.ts';
import { button, field, heading, link, text } from './find.ts';
import { journey, newAddress, password } from './journey.ts';

journey('connects a program, sees it in the list, and disconnects it', async ({ tab }) => {
  const program = await Program.start(inject('baseUrl'), 'Notes');
  try {
    await tab.open(program.authorizePath('tasks ask'));
    await tab.click(link('Create an account'));
    // The previous page has the other two fields as well.
    await tab.see(field('Password again'));
    await tab.fill(field('E-mail'), newAddress());
    await tab.fill(field('Password'), password);
    await tab.fill(field('Password again'), password);
    await tab.click(button('Create account'));

    await tab.see(heading('Connect a program on this computer?'));
    await tab.see(text('“Notes”'));
    await tab.picture('consent');
    await tab.click(
      field(
        'Ask Jarvis in your name, and read conversations that programs began, also what you add to them; replies may mention your tasks',
      ),
    );
    await tab.click(button('Allow'));
    await tab.see(heading('Back at the program'));
    // Unchanged to the letter, also through the sign-in.
    expect((await program.answer()).get('state')).toBe('1e5');
    await program.takeTokens();
    expect(await program.tools()).toEqual(['list_tasks']);

    await tab.open('/keys');
    await tab.see(text('See your tasks'));
    await tab.click(button(`Disconnect: ${new URL(program.redirectUri).host} “Notes”`));
    await tab.click(button('Disconnect'));
    await tab.see(text('No program is connected'));
    expect(await program.tools()).toBe(401);
  } finally {
    await program.close();
  }
});
