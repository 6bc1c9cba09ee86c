import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { IconButton } from './button.tsx';
import { announce } from './live-region.tsx';
import { showToast } from './toast.tsx';

/** Copies a text and says so for a moment. */
export function CopyButton({
  text,
  label,
  className,
}: {
  readonly text: string;
  readonly label: string;
  readonly className?: string;
}) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1_600);
    return () => clearTimeout(timer);
  }, [copied]);

  return (
    <IconButton
      label={copied ? t('common.copied') : label}
      {...(className && { className })}
      onClick={async () => {
        if (!(await copyText(text))) return showToast({ text: t('shell.copyFailed'), tone: 'danger' });
        setCopied(true);
        announce(t('common.copied'));
      }}
    >
      {copied ? <Check className="text-ok" /> : <Copy />}
    </IconButton>
  );
}

/** False where the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

/** Where a page comes by http from another machine there is no clipboard, but the old command for what is selected. */
function copyByCommand(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'fixed inset-0 opacity-0';
  // A dialog keeps the focus inside.
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
