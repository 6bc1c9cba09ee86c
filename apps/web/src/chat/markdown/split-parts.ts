/** Parsed within a frame, also on a slow phone. */
const partCharsMin = 2_000;

/**
 * Splits a block of Markdown at its long lists and tables, and those into parts, so that only the last part of a
 * growing one is parsed again. Each part is a list or table for itself: the parts of a table repeat its header. What is
 * not certainly a list or table stays one part.
 */
export function splitParts(block: string): string[][] {
  if (block.length < 2 * partCharsMin) return [[block]];
  const lines = block.split('\n');
  return splitTable(lines) ?? splitLists(lines) ?? [[block]];
}

/** At a long table at the end: each row begins with a bar, and a blank line is before the first. */
function splitTable(lines: readonly string[]): string[][] | undefined {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const start = lines.findLastIndex((line, at) => at <= last && !line.startsWith('|')) + 1;
  const [head = '', rule = ''] = lines.slice(start);
  if ((lines[start - 1] ?? '').trim() !== '' || !/^\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/.test(rule))
    return undefined;
  const rows = gather(lines.slice(start + 2), () => true);
  if (rows.length < 2) return undefined;
  const before = lines.slice(0, start).join('\n');
  const parts = rows.map((some) => `${head}\n${rule}\n${some}`);
  return before.trim() === '' ? [parts] : [...splitParts(before), parts];
}

/** The lines of a list, or of other text or short lists. */
interface Segment {
  readonly start: number;
  /** The lines that begin items at the margin; undefined for other text. */
  readonly items: Set<number> | undefined;
}

/** At each long list: its lines begin an item at the margin or are indented as a part of one. */
function splitLists(lines: readonly string[]): string[][] | undefined {
  const segments: Segment[] = [{ start: 0, items: undefined }];
  let kind = '';
  let chars = 0;
  /** What is indented less is not in the item. */
  let indent = 0;
  let fence = '';
  /** Ends the list, which is other text if it is short or its end is not certain. */
  const end = (at: number, isCertain: boolean) => {
    if (kind === '') return;
    kind = '';
    const { start } = segments.at(-1) ?? { start: 0 };
    if (isCertain && chars >= partCharsMin) segments.push({ start: at, items: undefined });
    else {
      segments.pop();
      if (segments.length === 0 || segments.at(-1)?.items) segments.push({ start, items: undefined });
    }
  };
  for (const [at, line] of lines.entries()) {
    const isAfterBlank = (lines[at - 1] ?? '').trim() === '';
    const width = line.search(/\S/);
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (kind !== '') chars += line.length + 1;
    if (fence !== '') {
      if (kind !== '' && width === 0) return undefined;
      if (mark?.startsWith(fence) && line.trim() === mark) fence = '';
      continue;
    }
    if (line.startsWith('<')) return undefined;
    if (mark) fence = mark;
    if (width < 0) continue;
    if (width > 0) {
      if (width < indent && !line.startsWith('\t')) end(at, false);
      continue;
    }
    // At the end of a growing text, a bullet or a number has no meaning yet.
    if (at === lines.length - 1 && /^(?:[-*+]|\d{1,9}[.)]?)[ \t]*$/.test(line)) continue;
    const [whole = '', bullet, delimiter] = (rule.test(line) ? null : itemStart.exec(line)) ?? [];
    const found = bullet ?? delimiter ?? '';
    indent = whole.length;
    if (found !== '' && found === kind) segments.at(-1)?.items?.add(at);
    // After a text, a numbered list begins only with 1.
    else if (bullet || (delimiter && (isAfterBlank || /^1\D/.test(line)))) {
      end(at, true);
      segments.push({ start: at, items: new Set() });
      kind = found;
      chars = line.length + 1;
    } else end(at, isAfterBlank);
  }
  return segments
    .map(({ start, items }, index) => {
      const own = lines.slice(start, segments[index + 1]?.start);
      return gather(own, (at) => items?.has(start + at) ?? false);
    })
    .filter((parts) => parts.join('').trim() !== '');
}

const itemStart = /^(?:([-*+])|\d{1,9}([.)]))[ \t]{1,4}(?=\S)/;
const rule = /^([-*])(?:[ \t]*\1){2,}[ \t]*$/;

/** The lines in texts of at least the shortest length; `mayBegin` says where one may begin. */
function gather(lines: readonly string[], mayBegin: (at: number) => boolean): string[] {
  const texts: string[] = [];
  let current: string[] = [];
  let chars = 0;
  for (const [at, line] of lines.entries()) {
    if (chars >= partCharsMin && mayBegin(at)) {
      texts.push(current.join('\n'));
      current = [];
      chars = 0;
    }
    current.push(line);
    chars += line.length + 1;
  }
  return [...texts, current.join('\n')];
}
