import { stemsOf } from '../language/stems.ts';
import { filled } from '../text/filled.ts';
import { type PromptView, sectionOf } from './read-prompt.ts';
import { escaped, type Says } from './reply.ts';

const quotedMax = 3;
const quoteChars = 500;

/** The names of the files, and the lines of them that share most words with the message; undefined without files. */
export function describeFiles({ instructions, message }: PromptView, says: Says): string | undefined {
  const section = sectionOf(instructions, 'files');
  if (section === undefined) return undefined;
  const names: string[] = [];
  const lines: { from: string; text: string }[] = [];
  let from = '';
  for (const line of section) {
    const name = /^- “(.*)” \(/.exec(line)?.[1];
    if (name !== undefined) names.push(`**${escaped(name)}**`);
    else if (line.startsWith('[')) from = line.slice(1, -1);
    else if (line.startsWith('> ')) lines.push({ from, text: line.slice(2, 2 + quoteChars) });
  }
  const asked = stemsOf(message);
  const best = lines
    .map((line) => ({ ...line, shared: [...stemsOf(line.text)].filter((stem) => asked.has(stem)).length }))
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, quotedMax);
  const received = filled(says.received, names.join(', '));
  if (best.length === 0) return received;
  const quotes = best.map((line) => `> ${escaped(line.text.trim())} (${escaped(line.from)})`);
  return [received, says.inFiles, ...quotes].join('\n\n');
}
