/**
 * Splits Markdown into top-level blocks that can be parsed one by one, so that only the last block of a streaming
 * reply is parsed again. It splits at a blank line before text at the margin; never inside a fence, and never where
 * the next line could belong to a list, a table or an indented part above. Text with link definitions or footnotes
 * stays whole: they reach across blocks.
 */
export function splitBlocks(text: string): string[] {
  if (reachesAcross(text)) return [text];
  const blocks: string[] = [];
  let current: string[] = [];
  let fence = '';
  let blankBefore = false;
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === '' && blankBefore && current.length > 0 && beginsBlock(line)) {
      blocks.push(current.join('\n'));
      current = [];
    }
    if (mark && fence === '') fence = mark;
    else if (mark && mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark) fence = '';
    current.push(line);
    blankBefore = line.trim() === '';
  }
  blocks.push(current.join('\n'));
  return blocks.filter((block) => block.trim() !== '');
}

/** Whether a text has definitions of links or footnotes. */
const reachesAcross = (text: string): boolean => /^ {0,3}\[[^\]]+\]:/m.test(text);

/** Whether a line after a blank one certainly begins a new block; a lone bullet does not yet. */
function beginsBlock(line: string): boolean {
  return line !== '' && !/^(\s|[>|]|[-*+](\s|$)|\d{1,9}[.)])/.test(line);
}
