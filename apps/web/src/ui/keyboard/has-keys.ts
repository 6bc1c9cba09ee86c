/** In pixels. An on-screen keyboard covers more than this; the toolbar of a hardware keyboard covers less. */
const coveredByKeyboardMin = 120;

/**
 * Whether the last used keyboard is a hardware one, after a key press. `coveredPx`: the part of the page covered from
 * below. `inText`: the key went to a field of several lines. Enter is ignored: the answer is needed for it.
 */
export function hasKeysAfter(
  before: boolean,
  { key, code, inText }: { key: string; code: string; inText: boolean },
  coveredPx: number,
): boolean {
  if (key === 'Enter') return before;
  // On-screen keyboards send no key code on Android; on iOS they do, and cover the page.
  if (code !== '' && coveredPx < coveredByKeyboardMin) return true;
  // A browser that fills in a form sends no key code either.
  return before && !inText;
}
