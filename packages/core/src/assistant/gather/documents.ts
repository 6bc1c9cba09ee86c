import { type FoundPassage, findPassages, selectFirstPassages } from '../../files/search.ts';
import { findAmong } from '../../files/search-held.ts';
import type { Deps } from '../../ports/deps.ts';
import { bidiMarks, lineEnd, oneLine } from '../../text/one-line.ts';
import { takeWithin } from '../../text/token-budget.ts';
import { attempt } from '../recall/recall.ts';
import type { TurnFile } from './sent-files.ts';

interface DocumentRequest {
  readonly files: readonly TurnFile[];
  /** The person's words. */
  readonly words: string;
  readonly tokensMax: number;
}

const bytesPerToken = 4;

export const hasText = ({ textState }: TurnFile): boolean => textState === 'read' || textState === 'partly';

/** The beginning of a document that does not fit whole: about 1,000 characters. */
const beginningPassages = 2;

/**
 * The files as lines, and the text of documents: all of it if it fits, else their beginnings and the passages that
 * match the words best, in the order of their pages. The lines say what is left out. `texts`: the shown text, by file
 * id.
 */
export async function documentLines(deps: Deps, userId: string, wanted: DocumentRequest): Promise<ShownText> {
  const { files, tokensMax } = wanted;
  const documents = files.filter(hasText);
  if (documents.length === 0) return { lines: files.map(described), texts: new Map() };
  const bytesMax = tokensMax * bytesPerToken;
  const ids = idsOfStored(documents);
  // Passages are cut at 400 characters or later.
  const limit = Math.ceil(bytesMax / 400) + beginningPassages;
  const first = [
    ...heldPassages(documents).flatMap((all) =>
      all.slice(0, limit).map((passage) => ({ ...passage, count: all.length })),
    ),
    ...(ids.length === 0 ? [] : await selectFirstPassages(deps.db, { userId, ids, limit })),
  ];
  const counts = new Map(first.map(({ fileId, count }) => [fileId, count]));
  const inAll = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const isWhole = first.length === inAll && bytesOf(first) <= bytesMax;
  const shown: readonly FoundPassage[] = isWhole
    ? first
    : await chosen(deps, userId, documents, wanted.words, { first, bytesMax });
  const byFile = Map.groupBy(
    shown.toSorted((a, b) => a.place - b.place),
    ({ fileId }) => fileId,
  );
  const lines = files.flatMap((file) => {
    const passages = byFile.get(file.id) ?? [];
    const cut = isWhole || passages.length === 0 ? [] : [' (parts of it)'];
    return [described(file) + cut.join(''), ...quoted(file, passages)];
  });
  const texts = new Map(
    [...byFile].map(([id, passages]) => [id, passages.map(({ content }) => content).join('')]),
  );
  return { lines, texts };
}

interface ShownText {
  readonly lines: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
}

async function chosen(
  deps: Deps,
  userId: string,
  documents: readonly TurnFile[],
  words: string,
  { first, bytesMax }: { readonly first: readonly FoundPassage[]; readonly bytesMax: number },
): Promise<FoundPassage[]> {
  const ids = idsOfStored(documents);
  const inOrder = [
    ...(await findAmong(heldPassages(documents).flat(), words)),
    ...(ids.length === 0 ? [] : await attempt(deps, findPassages(deps.db, userId, ids, words))),
  ];
  const beginnings = first.filter(({ place }) => place <= beginningPassages);
  // If few passages match, the text after the beginnings fills the room.
  return passagesWithin([...passagesWithin(beginnings, bytesMax / 2), ...inOrder, ...first], bytesMax);
}

const idsOfStored = (files: readonly TurnFile[]): string[] =>
  files.flatMap(({ id, held }) => (held ? [] : [id]));
const heldPassages = (files: readonly TurnFile[]): (readonly FoundPassage[])[] =>
  files.flatMap(({ held }) => (held ? [held.passages] : []));

/** The first passages that fit together, without duplicates. */
export function passagesWithin<Found extends FoundPassage>(
  passages: readonly Found[],
  bytesMax: number,
): Found[] {
  const distinct = new Map(passages.map((passage) => [`${passage.fileId} ${passage.place}`, passage]));
  // With the quotation marks of its lines and the name above it.
  const bytesOf = ({ content }: Found) => Buffer.byteLength(content.replaceAll('\n', '\n> ')) + 32;
  return takeWithin([...distinct.values()], bytesMax, bytesOf);
}

const bytesOf = (passages: readonly FoundPassage[]): number =>
  passages.reduce((sum, { content }) => sum + Buffer.byteLength(content) + 1, 0);

/** The built-in model parses this form. */
function described(file: TurnFile): string {
  const { pages, width, textState } = file;
  const notes = [
    ...(width === null ? [file.mediaType ?? ''] : [`picture, ${width}×${file.height}`]),
    ...(pages === null ? [] : [`${pages} pages`]),
    ...(textState === 'waiting' ? ['its text is not read yet'] : []),
    ...(file.isLeftOut ? ['not shown to you: there is no room for it'] : []),
    ...(textState === 'failed' || textState === 'partly'
      ? [`not all of it could be read: ${file.textReason}`]
      : []),
  ];
  return `- “${oneLine(file.name)}” (${notes.join(', ')})`;
}

/** Escapes only characters that could end a section of the instructions, because the text may be code. */
const harmless = (text: string): string =>
  text
    .replace(bidiMarks, '')
    .replace(/<(?=\s*\/\s*[a-z-]*(?:files|conversations?|memories|instructions)\s*>)/gi, '‹');

/** The passages as a quotation, so that no line can pass for one of ours. */
export function quoted(file: Pick<TurnFile, 'name' | 'pages'>, passages: readonly FoundPassage[]): string[] {
  const lines: string[] = [];
  let last: FoundPassage | undefined;
  let text = '';
  const flush = () => {
    for (const line of harmless(text).split(lineEnd))
      if (line.trim() !== '') lines.push(`> ${line.trimEnd()}`);
    text = '';
  };
  for (const passage of passages) {
    const follows = last?.page === passage.page && last.place + 1 === passage.place;
    if (!follows) {
      flush();
      lines.push(`[${oneLine(file.name)}${file.pages === null ? '' : `, p. ${passage.page}`}]`);
    }
    text += passage.content;
    last = passage;
  }
  flush();
  return lines;
}

/**
 * Gives files the names by which the model knows them: unique regardless of case (`plan.pdf (2)`), and without
 * quotation marks, which could end a quotation. `taken`: other files, whose names stay.
 */
export function uniquelyNamed<Named extends { readonly name: string }>(
  files: readonly Named[],
  taken: readonly { readonly name: string }[] = [],
): Named[] {
  const seen = new Set(taken.map(({ name }) => name.toLowerCase()));
  return files.map((file) => {
    const plain = file.name.replace(/["“”„«»]/g, "'");
    let name = plain;
    for (let nth = 2; seen.has(name.toLowerCase()); nth += 1) name = `${plain} (${nth})`;
    seen.add(name.toLowerCase());
    return { ...file, name };
  });
}
