import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'vitest';
import type { Tab } from './tab.ts';

/** The one that the journeys of `e2e` use. */
const driver = createRequire(import.meta.url).resolve('@axe-core/playwright');
const axe = readFileSync(createRequire(driver).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Fails if an accessibility rule is broken, in the light theme or the dark one. `what`: the page's content, for the
 * message.
 */
export async function checkAccess(tab: Tab, what: string): Promise<void> {
  await tab.value(`(() => { ${axe}; })()`);
  for (const theme of ['light', 'dark']) {
    await tab.value(`void (document.documentElement.dataset.theme = '${theme}')`);
    // A color is judged at rest, not during the transition between themes.
    await tab.settles();
    const broken = await tab.value<
      string[]
    >(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`);
    expect([what, theme, broken]).toEqual([what, theme, []]);
  }
}
