import { limits } from '@jarvis/contract';
import { destinationOf } from './redirects.ts';

/**
 * Well-known programs, their names, and their hosts with all subdomains: none where others publish pages, such as
 * script.google.com.
 */
const knownPrograms: readonly {
  readonly site: string;
  readonly names: readonly string[];
  readonly hosts: readonly string[];
}[] = [
  { site: 'claude.ai', names: ['claude', 'anthropic'], hosts: ['claude.ai', 'claude.com', 'anthropic.com'] },
  { site: 'chatgpt.com', names: ['chatgpt', 'openai'], hosts: ['chatgpt.com', 'openai.com'] },
  { site: 'cursor.com', names: ['cursor'], hosts: ['cursor.com', 'cursor.sh'] },
  { site: 'vscode.dev', names: ['visualstudiocode'], hosts: ['vscode.dev'] },
  {
    site: 'github.com',
    names: ['copilot'],
    hosts: ['github.com', 'copilot.microsoft.com', 'copilotstudio.microsoft.com', 'vscode.dev'],
  },
  { site: 'home-assistant.io', names: ['homeassistant'], hosts: ['home-assistant.io', 'nabucasa.com'] },
  {
    site: 'gemini.google.com',
    names: ['gemini'],
    hosts: ['gemini.google.com', 'vertexaisearch.cloud.google.com'],
  },
];

/** A program's own name, the host that vouches for it, if any, and the redirect address. */
interface NamedProgram {
  readonly clientName: string;
  readonly clientHost: string | null;
  readonly redirectUri: string;
}

/**
 * The site of the well-known program whose name this one uses, unless the redirect's host or the vouching host belongs
 * to that site; null if there is none. A program on the person's computer gets another warning, unless a host vouches
 * for it.
 */
export function borrowedName(
  { clientName: name, clientHost, redirectUri }: NamedProgram,
  publicUrl: string,
): string | null {
  const destination = destinationOf(redirectUri);
  if (!destination || (destination.loopback && clientHost === null)) return null;
  const itsHosts = [destination.host, ...(clientHost === null ? [] : [clientHost])];
  const ours = new URL(publicUrl).host;
  const folded = looksOf(name);
  const borrowed = [...knownPrograms, { site: ours, names: ['jarvis'], hosts: [ours] }].find(
    ({ names, hosts }) =>
      names.some((known) => folded.includes(looksOf(known))) &&
      !itsHosts.some((its) => hosts.some((host) => its === host || its.endsWith(`.${host}`))),
  );
  return borrowed?.site ?? null;
}

/** Each Latin letter behind Cyrillic and Greek letters and digits that look like it; i and l look alike, too. */
const lookalikes = new Map(
  'аαɑa сϲc ԁd еεe ɡg һнh іιıӏ1|il јj кκk мm пηn оοσ0o рρp ԛq гr ѕs тτt υu ѵνv ԝw хχx уγy'
    .split(' ')
    .flatMap((alike) => [...alike].map((char) => [char, alike.at(-1) ?? char] as const)),
);

const looksOf = (name: string): string =>
  [...name.normalize('NFKD').toLowerCase()]
    .map((char) => lookalikes.get(char) ?? char)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** A program's own name for display: one line, without invisible characters, cut to its limit. */
export function tidyName(name: unknown, otherwise: string): string {
  const text = typeof name === 'string' ? name.slice(0, 4 * limits.programNameCharsMax) : '';
  const tidy = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/(?:[\p{C}\p{Z}\u115f\u1160\u3164\uffa0\ufffd]|\u034f)+/gu, (gap) =>
      /[\s\p{Z}]/u.test(gap) ? ' ' : '',
    )
    // The page shows the name in quotes: a name that closes them could continue in the page's own words.
    .replace(/["“”„‟«»‹›「」『』〝〞＂]/g, '’')
    .trim();
  return [...tidy].slice(0, limits.programNameCharsMax).join('').trim() || otherwise;
}
