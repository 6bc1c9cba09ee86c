import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freshDatabase, ScriptedModel, startServiceProcess, startTestCluster } from '@jarvis/testkit';
import { findChromium } from '@jarvis/testkit/browser';
import { chromium } from 'playwright-core';

/** Takes the picture of the app for the README. */
const file = fileURLToPath(new URL('../../../../.github/app.png', import.meta.url));
const build = fileURLToPath(new URL('../../build-if-stale.ts', import.meta.url));

const question = 'How long does a train need to stop from 200 km/h?';
const reply = String.raw`From 200 km/h (55.6 m/s), at a comfortable **0.7 m/s²**, it needs about **79 seconds** and **2.2 kilometres**:

$$
t = \frac{v}{a} = \frac{55.6}{0.7} \approx 79\,\text{s} \qquad s = \frac{v^2}{2a} \approx 2.2\,\text{km}
$$

| Braking | Deceleration | Time | Distance |
|---|--:|--:|--:|
| Comfortable | 0.7 m/s² | 79 s | 2.2 km |
| Full | 1.1 m/s² | 51 s | 1.4 km |
| Emergency | 1.3 m/s² | 43 s | 1.2 km |

That is why signals stand so far ahead of what they protect. I have kept your task *“ask about the brake test”* open.`;
const earlier = [
  'Packing list for Turin',
  'A birthday letter to Grandmother',
  'Bread with rye and walnuts',
  'Why the sky is blue, for a child',
  'Reply to the landlord',
  'A week of dinners for four',
];

await promisify(execFile)(process.execPath, [build]);
const stopCluster = await startTestCluster();
const [db, model] = await Promise.all([freshDatabase(), ScriptedModel.start()]);
model.otherwise = ({ messages }) => ({
  // The conversation keeps its first line as its title.
  say: messages[0]?.content?.startsWith('Name the conversation') ? '' : reply,
});
const service = await startServiceProcess({
  DATABASE_URL: db.url,
  MODEL: 'openai-compatible:scripted',
  MODEL_BASE_URL: model.url,
});
const { executablePath, args, env } = await findChromium();
const browser = await chromium.launch({
  executablePath,
  args: [...args],
  env: { ...(process.env as Record<string, string>), ...env },
});
try {
  const context = await browser.newContext({
    baseURL: service.url,
    viewport: { width: 1280, height: 720 },
    locale: 'en-GB',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  const password = 'a long enough password';
  const ask = async (path: string, data: object) =>
    (await context.request.post(`/api/${path}`, { data })).json();
  const email = 'ada@example.org';
  await ask('auth/register', { email, password, confirmPassword: password, displayName: 'Ada' });
  for (const title of earlier) {
    const { conversation } = await ask('conversations', { title });
    await ask(`conversations/${conversation.id}/messages`, { content: title });
  }
  const page = await context.newPage();
  await page.goto('/');
  await page.locator('#composer').fill(question);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Ask again' }).waitFor();
  await page.locator('.katex').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: file });
} finally {
  await browser.close();
  await service.stop();
  await Promise.all([db.close(), model.close()]);
  await stopCluster();
}
