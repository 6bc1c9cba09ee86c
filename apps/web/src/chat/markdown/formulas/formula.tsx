import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { t, useLanguage } from '../../../i18n/translate.ts';
import { readFormula } from './formulas.ts';

type Draw = typeof import('./draw-formula.ts').drawFormula;

let loaded: Draw | undefined;

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
    // A scrolling element must be reachable by keyboard. Reading its width has the browser lay out the whole page.
    if (display && element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
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
