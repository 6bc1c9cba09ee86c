import { t } from '../../i18n/translate.ts';
import { CopyButton } from './copy-button.tsx';

/** A code, an address or a secret, to copy. */
export function CopyLine({
  text,
  label,
  testId,
}: {
  readonly text: string;
  /** Of the button. */
  readonly label: string;
  readonly testId?: string;
}) {
  return (
    <div className="flex items-center gap-1 rounded-xl border border-line bg-sunken ps-4 pe-1">
      <code data-testid={testId} className="min-w-0 flex-1 py-3 font-mono text-sm wrap-anywhere select-all">
        {text}
      </code>
      <CopyButton text={text} label={label} />
    </div>
  );
}

/** Lines to copy, below their caption. */
export function CopyBlock({ text, caption }: { readonly text: string; readonly caption: string }) {
  return (
    <>
      <p className="mt-3 mb-1 flex items-center justify-between text-sm text-ink-2">
        {caption} <CopyButton text={text} label={t('common.copy')} />
      </p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        tabIndex={0}
        className="code overflow-x-auto rounded-xl border border-line bg-sunken px-4 py-3 scroll-thin"
      >
        {text}
      </pre>
    </>
  );
}
