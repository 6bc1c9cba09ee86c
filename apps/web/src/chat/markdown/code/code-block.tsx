import { type ReactNode, useEffect, useState } from 'react';
import { t } from '../../../i18n/translate.ts';
import { CopyButton } from '../../../ui/dialog/copy-button.tsx';
import { highlight, highlighted } from './highlight.ts';
import type { Code } from './highlight-worker.ts';

/** Longer code is shown without colours. */
const colouredCharsMax = 30_000;

interface Coloured extends Code {
  readonly nodes: ReactNode;
}

/** A block of code with its language and a button to copy it. */
export function CodeBlock({ code, language }: Code) {
  const [coloured, setColoured] = useState<Coloured>(() => ({
    code,
    language,
    nodes: highlighted({ code, language }),
  }));
  // The colours of its beginning, while the code grows.
  const begins = coloured.language === language && code.startsWith(coloured.code);
  const nodes = begins ? coloured.nodes : undefined;
  const isDone = nodes === null || (nodes && coloured.code === code);
  const wanted = language !== '' && code.length <= colouredCharsMax && !isDone;

  useEffect(() => {
    if (!wanted) return;
    let isShown = true;
    highlight({ code, language }, () => isShown).then(
      (nodes) => nodes !== undefined && setColoured({ code, language, nodes }),
      // Code stays readable without colours: offline, or when the page is closed.
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [code, language, wanted]);

  return (
    <figure dir="ltr" className="overflow-hidden rounded-xl border border-line bg-sunken">
      <figcaption className="flex items-center justify-between border-b border-line py-0.5 ps-4 pe-1.5 text-xs text-ink-3">
        <span className="truncate">{language || t('chat.code')}</span>
        <CopyButton text={code} label={t('chat.copyCode')} />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        tabIndex={0}
        className="code overflow-x-auto px-4 py-3 scroll-thin focus-visible:-outline-offset-2"
      >
        <code>
          {nodes}
          {nodes ? code.slice(coloured.code.length) : code}
        </code>
      </pre>
    </figure>
  );
}
