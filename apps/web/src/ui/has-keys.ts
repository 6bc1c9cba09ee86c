/** In pixels. A keyboard on the screen covers more than this; the bar that goes with one on a desk covers less. */
const coveredByKeyboardMin = 120;

/**
 * Whether the keyboard that was used last has keys, and is not drawn on the screen, after a key was pressed.
 * `coveredPx`: how much of the page is covered from below. `inText`: it went to a field of several lines. Enter tells
 * nothing: the answer is needed for it.
 */
export function hasKeysAfter(
  before: boolean,
  { key, code, inText }: { readonly key: string; readonly code: string; readonly inText: boolean },
  coveredPx: number,
): boolean {
  if (key === 'Enter') return before;
  // A keyboard on the screen names no key on Android; on iOS it does, and covers the page.
  if (code !== '' && coveredPx < coveredByKeyboardMin) return true;
  // A browser that fills in a form names no key either.
  return before && !inText;
}
