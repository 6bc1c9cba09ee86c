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

type PageAnswer<T> = Promise<{ readonly data?: T; readonly error?: unknown; readonly response: Response }>;

/** The smallest page size of the service's lists. */
const pageMax = 100;

/** The pages of a list, one after another, each with at most the remaining number of entries. */
async function* pagesOf<T, D>(
  read: (query: PageQuery) => PageAnswer<D>,
  thingsIn: (data: NonNullable<D>) => readonly T[],
  limit?: number,
): AsyncGenerator<{ readonly things: readonly T[]; readonly more: boolean }> {
  let wanted = limit ?? Number.POSITIVE_INFINITY;
  for (let after: string | undefined; ; ) {
    const page = read({
      ...(limit !== undefined && { limit: Math.min(wanted, pageMax) }),
      ...(after !== undefined && { after }),
    });
    const things = thingsIn(await orThrow(page));
    wanted -= things.length;
    after = nextAfter((await page).response);
    yield { things, more: after !== undefined };
    if (after === undefined || wanted <= 0) return;
  }
}

/** The first page of a list, or enough pages for `limit` entries; prints a note if there are more. */
export async function firstOf<T, D>(
  read: (query: PageQuery) => PageAnswer<D>,
  thingsIn: (data: NonNullable<D>) => readonly T[],
  limit: number | undefined,
): Promise<T[]> {
  const found: T[] = [];
  for await (const { things, more } of pagesOf(read, thingsIn, limit)) {
    found.push(...things);
    if (limit !== undefined && found.length < limit) continue;
    if (more) printError(`There are more than these ${found.length}: --limit <number>`);
    break;
  }
  return found;
}

/** The cursor of a list's next page; undefined after the last one. */
function nextAfter({ headers, url }: Response): string | undefined {
  const [, next] = /<([^>]*)>; *rel="next"/.exec(headers.get('link') ?? '') ?? [];
  return next === undefined ? undefined : (new URL(next, url).searchParams.get('after') ?? undefined);
}

/** For commander: a number of list entries. Throws CommandFailed. */
export function countOf(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new CommandFailed(exitCodes.usage, `--limit takes a whole number from 1 on, not “${text}”.`);
}

const isNamed =
  (name: string) =>
  ({ id }: { readonly id: string }): boolean =>
    id.endsWith(name.toLowerCase());

const wholeIdChars = 36;
const endCharsMin = 4;

/** The id with this end, from the first page with a match. Throws CommandFailed unless exactly one matches. */
export async function wholeId<D>(
  name: string,
  read: (query: PageQuery) => PageAnswer<D>,
  thingsIn: (data: NonNullable<D>) => readonly { readonly id: string }[],
): Promise<string> {
  if (name.length === wholeIdChars) return name;
  if (name.length < endCharsMin)
    throw new CommandFailed(exitCodes.usage, `Name it by at least ${endCharsMin} characters of its id.`);
  for await (const { things } of pagesOf(read, thingsIn)) {
    const [found, another] = things.filter(isNamed(name));
    if (another) throw new CommandFailed(exitCodes.refused, `More than one ends with ${name}.`);
    if (found) return found.id;
  }
  throw new CommandFailed(exitCodes.refused, `There is none with the id ${name}.`);
}
