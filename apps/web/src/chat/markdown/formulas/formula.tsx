import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { t, useLanguage } from '../../../i18n/translate.ts';
import { readFormula } from './formulas.ts';

type Draw = typeof import('./draw-formula.ts').drawFormula;

let loaded: Draw | undefined;

/**
 * A scrolling element must be reachable by keyboard. Observed, and all read before one changes: a width that is read
 * between two drawings has the browser lay out the whole page, once for each of the formulas.
 */
const widths = new ResizeObserver((entries) => {
  const elements = entries.map(({ target }) => target as HTMLElement);
  const scrolling = elements.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  for (const element of elements) element.removeAttribute('tabindex');
  for (const element of scrolling) element.tabIndex = 0;
});

/** A formula with its delimiters. It shows its source until it is rendered, and if it cannot be. */
export const Formula = memo(function Formula({ source }: { source: string }) {
  useLanguage();
  const frame = useRef<HTMLSpanElement>(null);
  const [draw, setDraw] = useState(() => loaded);
  const { tex, display } = readFormula(source);

  useEffect(() => {
    if (loaded) return;
    let shown = true;
    void import('./draw-formula.ts')
      .then(({ drawFormula }) => {
        loaded = drawFormula;
        if (shown) setDraw(() => drawFormula);
      })
      // Not loaded: the formula stays as its source.
      .catch(() => undefined);
    return () => {
      shown = false;
    };
  }, []);

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    if (!draw?.(element, tex, display)) element.textContent = source;
    if (!display) return;
    widths.observe(element);
    return () => widths.unobserve(element);
  }, [draw, source, tex, display]);

  return display ? (
    <span
      ref={frame}
      dir="ltr"
      role="group"
      aria-label={t('chat.formula')}
      className="formula-block scroll-thin"
    />
  ) : (
    <span ref={frame} dir="ltr" />
  );
});
