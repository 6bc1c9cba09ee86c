/** Cuts between words if possible, and appends `mark`; never cuts inside a code point. */
export function cutAtWord(text: string, charsMax: number, mark = '…'): string {
  const chars = [...text];
  if (chars.length <= charsMax) return text;
  const room = charsMax - mark.length;
  const head = chars.slice(0, room).join('');
  const space = head.lastIndexOf(' ');
  const cut = /\s/.test(chars[room] ?? '') || space < charsMax / 3 ? head : head.slice(0, space);
  const stripped = cut.replace(/(?<![\s,;:–-])[\s,;:–-]+$/, '');
  // A line of dashes alone is kept.
  return (stripped || cut.trimEnd()) + mark;
}
