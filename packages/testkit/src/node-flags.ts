import { readFileSync } from 'node:fs';

/** The Node flags of `npm start`, for measurements and tests in a separate process. */
export function nodeFlags(): string[] {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  const { start } = (JSON.parse(text) as { scripts: { start: string } }).scripts;
  return start.split(' ').filter((word) => /^--(?:max|min)-semi-space-size=/.test(word));
}
