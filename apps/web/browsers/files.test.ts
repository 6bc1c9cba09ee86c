import { expect } from 'vitest';
import { handFiles, photo, textFile } from '../e2e/support/hand-files.ts';
import { checkAccess } from './access.ts';
import { button, element, message, text } from './find.ts';
import { desk, journey, phone } from './journey.ts';
import type { Tab } from './tab.ts';

const chips = element('[data-composer-files] > li');
/** The bytes of a picture, as text with a character for each byte. */
const bytesOf = (id: string) =>
  `fetch('/api/files/${id}/content').then((answer) => answer.blob()).then((blob) => new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsBinaryString(blob);
  }))`;

const storedFiles = (tab: Tab) =>
  tab.value<{ id: string; name: string; width: number | null }[]>(
    "fetch('/api/files').then((answer) => answer.json()).then(({ files }) => files)",
  );

const languages = ['en', 'de', 'it'] as const;

for (const screen of [{ ...desk, width: 1440 }, phone]) {
  journey(
    `sends a pasted photo without its location, and a dropped text, and shows them at ${screen.width} pixels`,
    async ({ tab, signUp }) => {
      const page = { evaluate: (expression: string) => tab.value(expression) };
      await signUp();
      await tab.open('/');
      await tab.see(text('What can I do for you?'));
      await handFiles(page, 'paste', [await photo(page, 'beach.jpg')]);
      await tab.count(chips, 1);
      await handFiles(page, 'drop', [
        textFile('plan.txt', 'The train leaves at nine.'),
        textFile('none.txt', ''),
      ]);
      await tab.see(text('“none.txt” is empty.'));
      await tab.click(button('Dismiss'));
      await tab.count(chips, 2);
      // The page knows that they have arrived: until then, a reload would end their uploads.
      for (const name of ['beach.jpg', 'plan.txt']) await tab.see(button(`Remove ${name}`));
      await tab.picture(`files-${screen.width}-chips`);
      await checkAccess(tab, 'chips');

      // A draft keeps the files that have arrived.
      await tab.reload();
      await tab.count(chips, 2);
      await tab.click(button('Send message'));
      await tab.see(message('Please look at these files.'));
      await tab.see(button('Ask again'));
      const photoStored = (await storedFiles(tab)).find(({ name }) => name === 'beach.jpg');
      expect(photoStored?.width).toBe(2_048);
      expect(await tab.value(bytesOf(photoStored?.id ?? ''))).not.toMatch(/Exif|GPSLatitude/);

      await tab.click(button('Show beach.jpg'));
      await tab.see(element('[role=dialog] img[alt="beach.jpg"]'));
      await tab.picture(`files-${screen.width}-lightbox`);
      await checkAccess(tab, 'the lightbox');
      await tab.press('Escape');
      await tab.count(element('[role=dialog]'), 0);
      await tab.picture(`files-${screen.width}-message`);
      for (const language of languages) {
        await tab.value(
          `fetch('/api/auth/profile', { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"preferredLanguage":"${language}"}' }).then(({ status }) => status)`,
        );
        await tab.reload();
        await tab.becomes('document.documentElement.lang', language);
        await tab.see(element('article button img[alt="beach.jpg"]'));
        await handFiles(page, 'drop', [textFile(`${language}.txt`, 'x'), textFile('none.txt', '')]);
        await tab.see(element('[role=alert]'));
        await checkAccess(tab, `a message, a chip and an error in ${language}`);
        await tab.click(element('[role=alert] button'));
      }
    },
    screen,
  );
}
