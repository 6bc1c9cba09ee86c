import { orThrow } from '../errors.ts';
import { CommandFailed, exitCodes } from './failures.ts';
import { oneLine, printError, printLine } from './terminal.ts';

/** The end of an id, which also differs between things made at the same time. */
const shortIdChars = 8;

const shortId = (id: string): string => id.slice(-shortIdChars);

export function printList<T extends { readonly id: string; readonly title: string }>(
  things: readonly T[],
  mark: (thing: T) => string,
  note: (thing: T) => string = () => '',
): void {
  for (const thing of things)
    printLine(`${shortId(thing.id)}  ${mark(thing)}${oneLine(thing.title)}${note(thing)}`);
}

interface PageQuery {
  readonly limit?: number;
  readonly after?: string;
}

interface Page<T> {
  readonly things: readonly T[];
  /** Undefined on the last page. */
  readonly next: PageQuery | undefined;
}

/** A list of the service, read page by page. */
export type List<T> = (query: PageQuery) => Promise<Page<T>>;

type PageAnswer<D> = Promise<{ readonly data?: D; readonly error?: unknown; readonly response: Response }>;

export const listOf =
  <T, D>(
    read: (query: PageQuery) => PageAnswer<D>,
    thingsIn: (data: NonNullable<D>) => readonly T[],
  ): List<T> =>
  async (query) => {
    const answer = read(query);
    const things = thingsIn(await orThrow(answer));
    const { headers, url } = (await answer).response;
    const [, next] = /<([^>]*)>; *rel="next"/.exec(headers.get('link') ?? '') ?? [];
    const after = next && new URL(next, url).searchParams.get('after');
    return { things, next: after ? { after } : undefined };
  };

/** The smallest page size of the service's lists. */
const pageMax = 100;

/** The first page of a list, or enough pages for `limit` entries; prints a note if there are more. */
export async function firstOf<T>(list: List<T>, limit = 0): Promise<T[]> {
  const found: T[] = [];
  let query: PageQuery | undefined = {};
  do {
    const most = limit > 0 && { limit: Math.min(limit - found.length, pageMax) };
    const { things, next }: Page<T> = await list({ ...query, ...most });
    found.push(...things);
    query = next;
  } while (query && found.length < limit);
  if (query) printError(`There are more than these ${found.length}: --limit <number>`);
  return found;
}

/** For commander: a number of list entries. Throws CommandFailed. */
export function countOf(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new CommandFailed(exitCodes.usage, `--limit takes a whole number from 1 on, not “${text}”.`);
}

const wholeIdChars = 36;
const endCharsMin = 4;

/** The id with this end, from the first page with a match. Throws CommandFailed unless exactly one matches. */
export async function wholeId(name: string, list: List<{ readonly id: string }>): Promise<string> {
  if (name.length === wholeIdChars) return name;
  if (name.length < endCharsMin)
    throw new CommandFailed(exitCodes.usage, `Name it by at least ${endCharsMin} characters of its id.`);
  for (let query: PageQuery | undefined = {}; query; ) {
    const { things, next }: Page<{ readonly id: string }> = await list(query);
    const [found, another] = things.filter(({ id }) => id.endsWith(name.toLowerCase()));
    if (another) throw new CommandFailed(exitCodes.refused, `More than one ends with ${name}.`);
    if (found) return found.id;
    query = next;
  }
  throw new CommandFailed(exitCodes.refused, `There is none with the id ${name}.`);
}
