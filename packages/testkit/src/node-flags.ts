import { readFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);

/** The Node flags of `npm start`, for measurements and tests in a separate process. */
export const nodeFlags = (): string[] =>
  startWords()
    .filter((word) => /^--(?:(?:max-semi|min-semi|heap-growing)-|import=)/.test(word))
    .map((word) => word.replace('=./', `=${root}`));

/** The variables that `npm start` sets. */
export const startVariables = (): Record<string, string> =>
  Object.fromEntries(
    startWords()
      .filter((word) => /^[A-Z_]+=/.test(word))
      .map((word) => word.split('=')),
  );

function startWords(): string[] {
  const text = readFileSync(new URL('package.json', root), 'utf8');
  return (JSON.parse(text) as { scripts: { start: string } }).scripts.start.split(' ');
}
