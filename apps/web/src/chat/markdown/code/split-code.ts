type CodePiece =
  | { readonly kind: 'text' | 'inline'; readonly text: string }
  | { readonly kind: 'block'; readonly text: string; readonly language: string };

/** Each part of a fence's line ends where the next one begins: a line of 300 tildes has one reading, not thousands. */
const code =
  /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))[ \t]*(?![ \t])([^\s`]*)(?:[^\S\n][^\n`]*)?\n([\s\S]*?)\n? {0,3}\1[ \t]*(?:\n|$)|(?<!`)`([^`\n]+)`(?!`)/gm;

/** Separates fenced blocks and code between single backticks from a text; all other text stays as written. */
export function splitCode(text: string): CodePiece[] {
  const pieces: CodePiece[] = [];
  let from = 0;
  for (const match of text.matchAll(code)) {
    const [whole, , language = '', block, inline] = match;
    if (match.index > from) pieces.push({ kind: 'text', text: text.slice(from, match.index) });
    pieces.push(
      block === undefined ? { kind: 'inline', text: inline ?? '' } : { kind: 'block', text: block, language },
    );
    from = match.index + whole.length;
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) });
  return pieces;
}
