import { readFileSync } from 'node:fs';

/** The flags that `npm start` gives Node: who measures or tries the service in a process of its own gives them too. */
export function nodeFlags(): string[] {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  const { start } = (JSON.parse(text) as { scripts: { start: string } }).scripts;
  return start.split(' ').filter((word) => word.startsWith('--max-semi-space-size='));
}
