/** A piece of a text, and whether it is a match. */
export interface Piece {
  readonly text: string;
  readonly hit: boolean;
}

/** Marks the matches of `q` in a text, regardless of case and accents. */
export function markHits(text: string, q: string): Piece[] {
  const needle = fold(q.trim()).text;
  if (needle === '') return [{ text, hit: false }];
  const folded = fold(text);
  const pieces: Piece[] = [];
  let from = 0;
  for (
    let at = folded.text.indexOf(needle);
    at !== -1;
    at = folded.text.indexOf(needle, at + needle.length)
  ) {
    const start = folded.origin[at] ?? text.length;
    const end = Math.max(folded.origin[at + needle.length] ?? text.length, start + 1);
    if (start < from) continue;
    if (start > from) pieces.push({ text: text.slice(from, start), hit: false });
    pieces.push({ text: text.slice(start, end), hit: true });
    from = end;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), hit: false });
  return pieces;
}

/** Lower case without accents, with each character's position in the original. */
function fold(text: string): { readonly text: string; readonly origin: readonly number[] } {
  let folded = '';
  const origin: number[] = [];
  let index = 0;
  for (const character of text) {
    const plain = character
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace('ß', 'ss')
      .replace('ς', 'σ')
      .replace('æ', 'ae')
      .replace('œ', 'oe')
      .replace('ø', 'o')
      .replace('ł', 'l');
    folded += plain;
    for (let i = 0; i < plain.length; i += 1) origin.push(index);
    index += character.length;
  }
  return { text: folded, origin };
}
