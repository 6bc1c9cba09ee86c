/** A piece of a text, and whether it is a match. */
interface Piece {
  readonly text: string;
  readonly hit: boolean;
}

/** Letters that do not decompose, by the letters that find them. */
const special: Readonly<Record<string, string>> = { ss: 'ß', ae: 'æ', oe: 'œ', o: 'ø', l: 'ł' };

/** Accents, and the later parts of a Korean syllable. */
const marks = '[\\p{M}\\u1160-\\u11ff]*';

/** Marks the matches of `q` in a text, regardless of case and accents. */
export function markHits(text: string, q: string): Piece[] {
  let plain = q.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  for (const [letters, letter] of Object.entries(special)) plain = plain.replaceAll(letter, letters);
  if (plain === '') return [{ text, hit: false }];
  const pattern = plain.replace(/ss|ae|oe|./gsu, (letters) => {
    const usual = letters.replace(/./gsu, (letter) => letter.replace(/[\\^$.*+?()[\]{}|]/, '\\$&') + marks);
    return letters in special ? `(?:${usual}|${special[letters]})` : usual;
  });
  return text
    .normalize('NFD')
    .split(new RegExp(`(${pattern})`, 'giu'))
    .map((piece, index) => ({ text: piece.normalize(), hit: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}
