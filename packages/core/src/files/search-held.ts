import { setImmediate as turnOver } from 'node:timers/promises';
import { sameMeaning } from '../language/same-meaning.ts';
import { stem, stemFinder } from '../language/stems.ts';
import { sweep } from '../search/sweep.ts';
import { termsOf } from '../search/terms.ts';
import { bestMax, type FoundPassage } from './search.ts';

/** The maximum number of passages to search: as many as in one document of the maximum size. */
const searchedMax = 2_500;
/** So many passages take some milliseconds; then other requests get their turn. */
const atOnce = 100;

/** As `findPassages`, for passages in memory. */
export async function findAmong(all: readonly FoundPassage[], words: string): Promise<FoundPassage[]> {
  const terms = termsOf(words).map((term) => ({
    stems: [term, ...sameMeaning(term)].map(stem),
    places: new Map<string, number[]>(),
  }));
  const wanted = new Set(terms.flatMap(({ stems }) => stems));
  const wantedIn = stemFinder(wanted);
  const passages = wanted.size === 0 ? [] : all.slice(0, searchedMax);
  for (const [n, { fileId, place, content }] of passages.entries()) {
    if (n % atOnce === atOnce - 1) await turnOver();
    const found = wantedIn(content);
    for (const { stems, places } of terms) {
      if (!stems.some((each) => found.has(each))) continue;
      const known = places.get(fileId);
      if (known) known.push(place);
      else places.set(fileId, [place]);
    }
  }
  const found = terms.map(({ places }) => ({ hits: [...places] })).filter(({ hits }) => hits.length > 0);
  const byPlace = new Map(passages.map((passage) => [`${passage.fileId} ${passage.place}`, passage]));
  return sweep(found, bestMax).flatMap(({ id, place }) => byPlace.get(`${id} ${place}`) ?? []);
}
