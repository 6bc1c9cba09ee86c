/** The paths of the app's pages; `*` is one part of any text. `router.tsx` has the page of each. */
export type PagePath =
  | '/'
  | '/c/*'
  | '/temporary'
  | '/tasks'
  | '/today'
  | '/schedules'
  | '/memories'
  | '/lookups'
  | '/keys'
  | '/account'
  | '/notifications'
  | '/sessions'
  | '/connections'
  | '/accounts'
  | '/connect'
  | '/connect/*';

type Path = Exclude<PagePath, `${string}*`> | `/c/${string}`;

/** An address in the app: a misspelt path is a type error. */
export type Address = Path | `${Path}?${string}` | `${Path}#${string}`;

/** A conversation, at one of its messages if one is named. */
export const conversationAddress = (id: string, messageId?: string | null): Address =>
  messageId ? `/c/${id}?${new URLSearchParams({ m: messageId })}` : `/c/${id}`;

export const scheduleAddress = (id: string): Address => `/schedules?${new URLSearchParams({ schedule: id })}`;

/** The page of a path. */
export function pageAt<Page>(pages: Readonly<Record<PagePath, Page>>, pathname: string): Page | undefined {
  const path = written(pathname);
  const byPath: Readonly<Record<string, Page>> = pages;
  return byPath[path] ?? byPath[path.replace(/[^/]+$/, '*')];
}

/** The text at the `*` of a path, `7` in `/c/7`; empty if it is missing. */
export const partOf = (pathname: string): string => pathname.split('/')[2] ?? '';

/** The id of the conversation that is the page of this path. */
export const conversationIn = (pathname: string): string | undefined =>
  /^\/c\//i.test(pathname) ? partOf(pathname) : undefined;

/** Whether a link leads to this location: to its path, with the values that the link names. */
export function leadsTo(to: string, { pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  const [path = '', values = ''] = to.replace(/#.*/, '').split('?');
  if (written(path) !== written(pathname)) return false;
  const shown = new URLSearchParams(search);
  return [...new URLSearchParams(values)].every(([name, value]) => shown.get(name) === value);
}

/** A path in its one form: it may end with a slash, and be in upper or lower case. */
const written = (pathname: string): string => pathname.toLowerCase().replace(/(?<=.)\/$/, '');
