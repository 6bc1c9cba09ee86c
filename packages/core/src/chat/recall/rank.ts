import type { CandidateRow } from './queries.ts';

/** Best first; those that share no word with the message are left out. Rare words weigh more. */
export function rank(message: string, candidates: readonly CandidateRow[]): CandidateRow[] {
  const wanted = wordsOf(message);
  const texts = candidates.map(({ person, reply }) => wordsOf(`${person} ${reply}`));
  const weights = new Map<string, number>();
  for (const word of wanted) {
    const having = texts.filter((words) => words.has(word)).length;
    weights.set(word, Math.log(1 + (texts.length - having + 0.5) / (having + 0.5)));
  }
  return candidates
    .map((candidate, i) => {
      let score = 0;
      for (const word of wanted) if (texts[i]?.has(word)) score += weights.get(word) ?? 0;
      return { candidate, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? 1 : -1))
    .map(({ candidate }) => candidate);
}

/** Without case, accents and endings. */
const wordsOf = (text: string): Set<string> =>
  new Set(
    (
      text
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .match(/[\p{L}\p{N}]{3,}/gu) ?? []
    ).map((word) => word.slice(0, 6)),
  );
