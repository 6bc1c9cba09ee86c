/** Something on a page, described as a person would. */
export interface Target {
  /** The kind of element. */
  readonly css: string;
  /** Its accessible name, or its text. Empty: any. */
  readonly name: string;
  /** Whether the name is only a part of it. */
  readonly part: boolean;
}

const target =
  (css: string, part = false) =>
  (name = ''): Target => ({ css, name, part });

export const button = target('button, [role=button]');
export const buttonWith = target('button, [role=button]', true);
export const link = target('a[href]');
export const field = target('input, textarea');
export const checkbox = target('[role=checkbox]');
export const menuItem = target('[role=menuitem]');
export const heading = target('h1, h2');
export const picture = target('[role=img], img');
export const message = target('article', true);
export const text = target('body', true);
/** A selector, for an element without a name. */
export const element = (css: string): Target => target(css)();

/** The matches of a target on a page: their number, and where the first can be clicked. */
export interface Sight {
  readonly count: number;
  readonly point?: { readonly x: number; readonly y: number };
}

/** Runs in the page, so it uses nothing from the enclosing scope. */
export function look({ css, name, part }: Target): Sight {
  const oneLine = (words: string | null | undefined) => (words ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element) =>
    element.getAttribute('aria-label') ??
    element.labels?.[0]?.textContent ??
    element.placeholder ??
    element.innerText;
  const found = [...document.querySelectorAll(css)].filter((element) => {
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    const named = oneLine(nameOf(element));
    return part ? named.includes(name) : name === '' || named === name;
  });
  const [first] = found;
  if (!first) return { count: 0 };
  const inSight = () => {
    const { left, right, top, bottom } = first.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const hit = document.elementFromPoint(x, y);
    const isFree = hit && (first.contains(hit) || hit.contains(first)) && !first.matches(':disabled');
    return isFree ? { point: { x, y } } : undefined;
  };
  const seen = inSight();
  if (!seen) first.scrollIntoView({ block: 'center', behavior: 'instant' });
  return { count: found.length, ...(seen ?? inSight()) };
}
