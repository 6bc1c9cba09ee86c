import katex from 'katex';
import 'katex/dist/katex.min.css';

/**
 * Draws a formula into an element, by the DOM: the content security policy allows no style attribute in HTML. What
 * a formula can ask for is bounded: no links, no pictures, no endless macros, no sizes beyond the page. Returns
 * false when it is none.
 */
export function drawFormula(element: HTMLElement, tex: string, display: boolean): boolean {
  try {
    katex.render(tex, element, {
      displayMode: display,
      trust: false,
      strict: 'ignore',
      maxExpand: 500,
      maxSize: 20,
      // Commands that are not trusted are shown in it.
      errorColor: 'inherit',
    });
    return true;
  } catch {
    return false;
  }
}
