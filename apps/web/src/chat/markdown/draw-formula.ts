import katex from 'katex';
import 'katex/dist/katex.min.css';

/**
 * Renders a formula into an element, by the DOM: the content security policy allows no style attribute in HTML. A
 * formula's abilities are bounded: no links, no pictures, no endless macros, no sizes beyond the page. Returns false
 * for an invalid one.
 */
export function drawFormula(element: HTMLElement, tex: string, display: boolean): boolean {
  try {
    katex.render(tex, element, {
      displayMode: display,
      trust: false,
      strict: 'ignore',
      maxExpand: 500,
      maxSize: 20,
      // Untrusted commands are shown in this colour.
      errorColor: 'inherit',
    });
    return true;
  } catch {
    return false;
  }
}
