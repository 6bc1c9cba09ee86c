import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

/** A secret, shown once. It closes only by its button, because it cannot be shown again. */
export function ShownOnce({
  title,
  description,
  secret,
  copyLabel,
  doneLabel,
  onClose,
  children,
}: {
  readonly title: string;
  readonly description: string;
  readonly secret: string;
  readonly copyLabel: string;
  readonly doneLabel: string;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) {
  return (
    <Dialog open onOpenChange={onClose} insistent wide title={title} description={description}>
      <div className="mt-4 flex items-center gap-1 rounded-xl border border-line bg-sunken ps-4 pe-1">
        <code
          data-testid="shown-once"
          className="min-w-0 flex-1 py-3 font-mono text-sm wrap-anywhere select-all"
        >
          {secret}
        </code>
        <CopyButton text={secret} label={copyLabel} />
      </div>
      {children}
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          {doneLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
