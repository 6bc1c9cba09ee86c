import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { heading, line } from '../report.ts';

const web = new URL('../../../../apps/web/', import.meta.url);
const run = promisify(execFile);

/** What `apps/web/e2e/measure.ts` prints. */
interface Measured {
  readonly firstLoadBytesMax: number;
  readonly signIn: Page;
  readonly chat: Page;
}
interface Page {
  readonly bytes: number;
  readonly desktop: Scores;
  readonly mobile: Scores;
}
type Scores = Readonly<Record<'performance' | 'accessibility' | 'best-practices', number>>;

/** The built web app in a real browser: the weight of its first load, and what Lighthouse thinks of it. */
export async function webApp(): Promise<void> {
  heading('Web app');
  const program = (name: string) => run(process.execPath, [fileURLToPath(new URL(name, web))]);
  await program('build-if-stale.ts');
  const { stdout } = await program('e2e/measure.ts');
  const measured = JSON.parse(stdout.slice(stdout.lastIndexOf('{"firstLoadBytesMax"'))) as Measured;
  for (const [name, page] of [
    ['sign-in', measured.signIn],
    ['new chat', measured.chat],
  ] as const) {
    const max = `at most ${measured.firstLoadBytesMax / 1_000} kB`;
    line(`${name}: first load, compressed JavaScript`, `${(page.bytes / 1_000).toFixed(1)} kB`, max);
    line(`${name}: Lighthouse, desktop`, scores(page.desktop), 'at least 95 each');
    line(`${name}: Lighthouse, phone`, scores(page.mobile));
  }
}

const scores = (page: Scores) =>
  `performance ${page.performance}, accessibility ${page.accessibility}, best practices ${page['best-practices']}`;
