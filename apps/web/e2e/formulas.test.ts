import { expect } from 'vitest';
import { behindTheStage, phone, wholeJourney } from './support/journey.ts';

const withFormulas = String.raw`Prices of $5 and $10 stay, $HOME too. Inline $e^{i\pi} + 1 = 0$ and \(a_1 * b_2 * c\), **$y$**.

$$
\int_0^1 x^2\,dx

= \frac{1}{3}
$$

1. In a list:

   \[
   \begin{pmatrix} a & b \\ c & d \end{pmatrix}
   \]

| in a table | and |
|---|---|
| $|x|$ | \(z\) |

> $$
> \sum_{n=1}^{\infty} \frac{1}{n^2}
> = \frac{\pi^2}{6}
> $$

Code is code: ${'`'}$x$${'`'}

${'```'}
\[ y \]
${'```'}

A wrong one: $\frac{1}{$ and \(\nonsense{x}\). A trick: $\href{javascript:alert(1)}{x}$ $\kern{-9000em}\rule{9000em}{9000em}$ [a $n$](https://example.org/$a$b)

$$
${'a + '.repeat(60)}b
$$

$$
${'c + '.repeat(12)}d
$$`;

for (const device of [undefined, phone]) {
  wholeJourney(
    `formulas are rendered, prices and code stay unchanged ${device ? 'on a phone' : 'on a desk'}`,
    async ({ page, signUp, say, checkAccess }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await signUp();
      await page.goto('/');
      await say('!echo no formula');
      await page.getByRole('article').getByText('no formula', { exact: true }).waitFor();
      expect(asked.filter((path) => path.includes('formula'))).toEqual([]);
      await say(`!echo ${withFormulas}`);
      const reply = page.getByRole('article').last();
      const drawn = reply.locator('.katex');
      await expect.poll(() => drawn.count()).toBe(13);
      expect(await reply.getByText('Prices of $5 and $10 stay, $HOME too.').count()).toBe(1);
      expect(await reply.locator('code').allTextContents()).toEqual(['$x$', String.raw`\[ y \]`]);
      expect(await reply.getByText(String.raw`A wrong one: $\frac{1}{$ and \(\nonsense{x}\).`).count()).toBe(
        1,
      );
      expect(await reply.locator('.katex a, .katex img').count()).toBe(0);
      expect(await reply.getByRole('link').getAttribute('href')).toBe('https://example.org/$a$b');
      expect(await drawn.first().locator('annotation').textContent()).toBe(String.raw`e^{i\pi} + 1 = 0`);
      // Nothing is wider than the page, and a displayed formula stays in its reply.
      expect(
        await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
      ).toBe(0);
      await expect.poll(() => asked.some((path) => path.endsWith('.woff2'))).toBe(true);
      expect(asked.filter((path) => /\.(woff|ttf)$/.test(path))).toEqual([]);
      await checkAccess();
      // Only one that is wider than its reply takes the focus, at any width of the window.
      const reachable = reply.locator('.formula-block[tabindex]');
      await expect.poll(() => reachable.count()).toBe(device ? 2 : 1);
      await page.setViewportSize({ width: device ? 800 : 320, height: 800 });
      await expect.poll(() => reachable.count()).toBe(device ? 1 : 2);
    },
    device,
  );
}

wholeJourney('half a formula is not shown while it streams in', async ({ page, signUp, say }) => {
  await signUp();
  await page.goto('/');
  await say('!formula half');
  const reply = page.getByRole('article').last();
  await expect.poll(() => reply.locator('p').allTextContents()).toEqual(['It costs $5. The area is']);
  await behindTheStage('open', 'half');
  await reply.getByText('in all.').waitFor();
  await reply.locator('.katex').waitFor();
});

wholeJourney(
  'formulas, quotations and lists that nest too deeply show as their source, and the page stays',
  async ({ page, signUp, say, expectConsoleError }) => {
    expectConsoleError('Maximum call stack size exceeded');
    expectConsoleError('The block nests too deeply.');
    await signUp();
    await page.goto('/');
    const formula = `$${String.raw`\sqrt{`.repeat(200)}x${'}'.repeat(200)}$`;
    const quotation = `${'>'.repeat(7_000)} deep`;
    const list = `${'1. '.repeat(1_000)}deep`;
    for (const source of [formula, quotation, list]) {
      await say(`!echo ${source}\n\nThen *this* and $y$.`);
      const reply = page.getByRole('article').last();
      await reply.getByText(source, { exact: true }).waitFor();
      await reply.locator('em').getByText('this').waitFor();
      await reply.locator('.katex').waitFor();
    }
  },
);
