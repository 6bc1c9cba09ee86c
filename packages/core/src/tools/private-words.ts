import { stemsOf } from '../language/stems.ts';
import type { SearchResult } from '../ports/connections.ts';

/**
 * Whether a text has a word from the texts about the person that is not in `open`: text from outside may have asked for
 * the word to be sent.
 */
export function hasPrivateWords(
  text: string,
  personal: readonly string[],
  open: ReadonlySet<string>,
): boolean {
  const known = stemsOf(personal.join('\n'));
  return [...stemsOf(text)].some((word) => known.has(word) && !open.has(word));
}

/**
 * The words in the results of several sites. One site alone could list words to choose from, so that the choice reveals
 * facts about the person.
 */
export function publicWords(results: readonly SearchResult[]): Set<string> {
  const textsOf = Map.groupBy(results, ({ url }) => siteOf(url));
  const sites = [...textsOf.values()].map((found) =>
    stemsOf(found.map(({ title, snippet, url }) => `${title}\n${snippet}\n${url}`).join('\n')),
  );
  const words = new Set<string>();
  const seen = new Set<string>();
  for (const word of sites.flatMap((stems) => [...stems])) {
    if (seen.has(word)) words.add(word);
    seen.add(word);
  }
  return words;
}

/** The last two labels: one owner has all subdomains of a host. */
const siteOf = (url: string) => new URL(url).hostname.split('.').slice(-2).join('.');
