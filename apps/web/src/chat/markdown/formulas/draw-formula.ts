import katex from 'katex';
import 'katex/dist/katex.min.css';

/** Nested elements of a formula. Chromium's tab crashes in the layout of 900, which 150 nested fractions take. */
const depthMax = 300;

/**
 * Renders a formula into an element, by the DOM: the content security policy allows no style attribute in HTML. A
 * formula's abilities are bounded: no links, no pictures, no endless macros, no sizes beyond the page, no endless
 * nesting. Returns false for an invalid one.
 */
export function drawFormula(element: HTMLElement, tex: string, display: boolean): boolean {
  const drawn = document.createElement('span');
  try {
    katex.render(tex, drawn, {
      displayMode: display,
      trust: false,
      strict: 'ignore',
      maxExpand: 500,
      maxSize: 20,
      // Untrusted commands are shown in this colour.
      errorColor: 'inherit',
    });
  } catch {
    return false;
  }
  if (isDeeperThan(depthMax, drawn)) return false;
  element.replaceChildren(...drawn.childNodes);
  return true;
}

function isDeeperThan(depth: number, root: Element): boolean {
  let level = [root];
  for (let at = 0; at <= depth; at += 1) level = level.flatMap(({ children }) => [...children]);
  return level.length > 0;
}
