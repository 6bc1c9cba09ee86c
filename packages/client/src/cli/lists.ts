import { CommandFailed, exitCodes } from './failures.ts';
import { oneLine, printLine } from './terminal.ts';

/** Of an id, its end, which differs also where things were made at the same time. */
const shortIdChars = 8;

export const shortId = (id: string): string => id.slice(-shortIdChars);

export function printList<T extends { readonly id: string; readonly title: string }>(
  things: readonly T[],
  mark: (thing: T) => string,
): void {
  for (const thing of things) printLine(`${shortId(thing.id)}  ${mark(thing)}${oneLine(thing.title)}`);
}

export const isNamed =
  (name: string) =>
  ({ id }: { readonly id: string }): boolean =>
    id.endsWith(name.toLowerCase());

const wholeIdChars = 36;
const endCharsMin = 4;

/** The whole id of what is named by it or by the end of it. Throws CommandFailed unless that is one of those listed. */
export async function wholeId(
  name: string,
  list: () => Promise<readonly { readonly id: string }[]>,
): Promise<string> {
  if (name.length === wholeIdChars) return name;
  if (name.length < endCharsMin)
    throw new CommandFailed(exitCodes.usage, `Name it by at least ${endCharsMin} characters of its id.`);
  const [found, another] = (await list()).filter(isNamed(name));
  if (!found) throw new CommandFailed(exitCodes.refused, `There is none with the id ${name}.`);
  if (another) throw new CommandFailed(exitCodes.refused, `More than one ends with ${name}.`);
  return found.id;
}
