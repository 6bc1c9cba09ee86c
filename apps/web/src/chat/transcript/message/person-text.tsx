import { type ReactNode, useId, useState } from 'react';
import { t } from '../../../i18n/translate.ts';
import { cx } from '../../../ui/classes.ts';
import { CodeBlock } from '../../markdown/code/code-block.tsx';
import { splitCode } from '../../markdown/code/split-code.ts';

const foldedFromLines = 18;
const foldedFromChars = 1_500;

/** The person's text as written: code is formatted as code, all other markup is literal. Long text folds. */
export function PersonText({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const long = text.length > foldedFromChars || text.split('\n').length > foldedFromLines;
  const shown = splitCode(text).map(
    (piece, index): ReactNode =>
      piece.kind === 'block' ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text, in their order
        <div key={index} className="my-1.5 text-start whitespace-normal">
          <CodeBlock code={piece.text} language={piece.language} />
        </div>
      ) : piece.kind === 'inline' ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text, in their order
        <code key={index} className="rounded-[5px] bg-canvas/60 px-1 py-0.5 font-mono text-[0.875em]">
          {piece.text}
        </code>
      ) : (
        piece.text
      ),
  );
  if (!long) return shown;
  return (
    <>
      <div
        id={id}
        className={cx(
          !open &&
            'max-h-72 overflow-hidden [mask-image:linear-gradient(#000_75%,transparent)] print:max-h-none print:[mask-image:none]',
        )}
      >
        {shown}
      </div>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="tap mt-1 block text-sm font-medium text-accent hover:underline"
      >
        {t(open ? 'chat.showLess' : 'chat.showAll')}
      </button>
    </>
  );
}
