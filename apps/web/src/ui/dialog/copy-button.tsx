import { type ComponentProps, useEffect, useState } from 'react';
import { Check, Copy } from '~icons';
import { t } from '../../i18n/translate.ts';
import { IconButton } from '../button.tsx';
import { cx } from '../classes.ts';
import { announce } from '../feedback/live-region.tsx';
import { showToast } from '../feedback/toast.tsx';

/** Copies a text and confirms it for a moment. */
export function CopyButton({ text, label, className }: { text: string; label: string; className?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1_600);
    return () => clearTimeout(timer);
  }, [copied]);

  return (
    <IconButton
      icon={copied ? <Check className="text-ok" /> : <Copy />}
      label={copied ? t('common.copied') : label}
      className={className}
      onClick={async () => {
        if (await copyText(text)) setCopied(true);
      }}
    />
  );
}

/** Copies a text, and announces it. If the browser does not allow it, a notice says so, and the result is false. */
export async function copyText(text: string): Promise<boolean> {
  let isCopied = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    isCopied = copyByCommand(text);
  }
  if (isCopied) announce(t('common.copied'));
  else showToast({ text: t('shell.copyFailed') });
  return isCopied;
}

/** On a page loaded by http from another machine there is no clipboard API, only the old command for the selection. */
function copyByCommand(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'fixed inset-0 opacity-0';
  // A dialog traps the focus.
  (focused?.closest('[role="dialog"]') ?? document.body).append(field);
  field.focus({ preventScroll: true });
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}

type CopyLineProps = ComponentProps<typeof CopyButton> & { readonly testId?: string };

/** A code, an address or a secret, with a button of this label to copy it. */
export function CopyLine({ text, label, testId, className }: CopyLineProps) {
  return (
    <div
      className={cx('flex items-center gap-1 rounded-xl border border-line bg-sunken ps-4 pe-1', className)}
    >
      <code data-testid={testId} className="min-w-0 flex-1 py-3 font-mono text-sm wrap-anywhere select-all">
        {text}
      </code>
      <CopyButton text={text} label={label} />
    </div>
  );
}
