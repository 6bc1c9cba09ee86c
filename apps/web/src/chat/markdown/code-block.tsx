import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CopyButton } from '../../ui/copy-button.tsx';

type Highlight = typeof import('./highlight.ts').highlight;

let loaded: Highlight | undefined;
/** Longer code is shown without colours, which would make the page stutter. */
const colouredCharsMax = 30_000;

/** A block of code with its language and a button to copy it. */
export function CodeBlock({ code, language }: { readonly code: string; readonly language: string }) {
  const { t } = useTranslation();
  const [highlight, setHighlight] = useState<Highlight | undefined>(() => loaded);
  const wanted = language !== '' && code.length <= colouredCharsMax;

  useEffect(() => {
    if (!wanted || loaded) return;
    let shown = true;
    import('./highlight.ts').then(
      (module) => {
        loaded = module.highlight;
        if (shown) setHighlight(() => module.highlight);
      },
      // The code can be read without colours: offline, or as the page ends.
      () => {},
    );
    return () => {
      shown = false;
    };
  }, [wanted]);

  const coloured: ReactNode | null = wanted && highlight ? highlight(code, language) : null;
  return (
    <figure dir="ltr" className="overflow-hidden rounded-xl border border-line bg-sunken">
      <figcaption className="flex h-10 items-center justify-between border-b border-line ps-4 pe-1.5 text-xs text-ink-3">
        <span className="truncate">{language || t('chat.code')}</span>
        <CopyButton text={code} label={t('chat.copyCode')} />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        tabIndex={0}
        className="code overflow-x-auto px-4 py-3 scroll-thin focus-visible:-outline-offset-2"
      >
        <code>{coloured ?? code}</code>
      </pre>
    </figure>
  );
}
