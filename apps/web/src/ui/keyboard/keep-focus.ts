/** The place of the focus: the element, and the path to it from its landmark, so that its replacement can be found. */
interface FocusPlace {
  readonly element: HTMLElement;
  readonly landmark: Element;
  /** Each element on the path, outermost first, with its position among its siblings. */
  readonly path: readonly { readonly element: Element; readonly position: number }[];
}

const placesMax = 8;
const landmarks = 'main, nav, [role="dialog"], section[aria-live]';
const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), summary, [role="menuitem"]';

/**
 * The one focus rule: when the focused element is removed, the focus moves to its replacement, else to the nearest
 * element, else to its previous place. Otherwise the browser would start at the top of the page. It waits a frame, so
 * that an element that takes the focus itself comes first. `focused`: the elements that had the focus before, the
 * latest first; if nothing has it now, it was given away.
 */
export function keepFocus(focused: readonly EventTarget[]): void {
  let places: FocusPlace[] =
    document.activeElement === document.body
      ? []
      : [...new Set(focused)]
          .filter((target) => target instanceof HTMLElement)
          .slice(0, placesMax)
          .map(placeOf);
  let waiting = false;

  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    places = [placeOf(target), ...places.filter(({ element }) => element !== target)].slice(0, placesMax);
  });
  // A click on empty space gives the focus away; in a dialog, only the focus of its own elements, because it covers the
  // rest.
  addEventListener('pointerdown', ({ target }) => {
    if (!(target instanceof Element) || target.closest(focusable)) return;
    const dialog = document.querySelector('[role="dialog"]');
    places = dialog ? places.filter(({ element }) => !dialog.contains(element)) : [];
  });
  // A held Enter acts once: by its repeats, the focus may be on the next row, in a menu or in a dialog.
  const skipRepeat = (event: KeyboardEvent) => {
    if (!event.repeat || event.key !== 'Enter' || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('keydown', skipRepeat, { capture: true });
  new MutationObserver(() => {
    if (waiting || places.length === 0 || document.activeElement !== document.body) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      if (document.activeElement === document.body) restore(places);
    });
  }).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
}

function restore(places: readonly FocusPlace[]): void {
  for (const place of places) {
    // A busy button gets the focus back when it is done.
    if (place.element.isConnected && place.element.matches(':disabled')) return;
    const next = place.element.isConnected ? place.element : successorOf(place);
    if (!next || !takesFocus(next)) continue;
    next.focus({ preventScroll: true });
    if (document.activeElement === next) return;
  }
  document.getElementById('content')?.focus({ preventScroll: true });
}

function placeOf(element: HTMLElement): FocusPlace {
  // A closed menu was at the end of its landmark, far from its trigger, which had the focus before it.
  const landmark =
    element.closest('[role="menu"]') ?? element.parentElement?.closest(landmarks) ?? document.body;
  const path: { element: Element; position: number }[] = [];
  for (let at: Element = element; at !== landmark && at.parentElement; at = at.parentElement) {
    path.unshift({ element: at, position: [...at.parentElement.children].indexOf(at) });
  }
  return { element, landmark, path };
}

/**
 * The nearest focusable element to a removed one: outwards, first later siblings, then earlier ones. None to a part that
 * scrolls, which a click on its text focuses: the keys that scroll would act on a control of the next page.
 */
function successorOf({ element, landmark, path }: FocusPlace): HTMLElement | undefined {
  if (!landmark.isConnected || landmark === document.body || !element.matches(focusable)) return undefined;
  const gone = path.findIndex(({ element }) => !element.isConnected);
  for (let depth = gone; depth >= 0; depth -= 1) {
    const parent = path[depth - 1]?.element ?? landmark;
    const position = path[depth]?.position ?? 0;
    // In a list, the same control of the row that moved up.
    const beneath = path.slice(depth + 1).map((step) => step.position);
    const siblings = [...parent.children];
    for (const sibling of [...siblings.slice(position), ...siblings.slice(0, position).reverse()]) {
      const same = follow(sibling, beneath);
      if (same && takesFocus(same)) return same;
      const first = [sibling, ...sibling.querySelectorAll(focusable)].find(takesFocus);
      if (first) return first;
    }
  }
  return undefined;
}

const follow = (from: Element, positions: readonly number[]): Element | undefined =>
  positions.reduce<Element | undefined>((at, position) => at?.children[position], from);

function takesFocus(element: Element): element is HTMLElement {
  return (
    element instanceof HTMLElement &&
    element.matches(focusable) &&
    element.checkVisibility({ visibilityProperty: true })
  );
}
