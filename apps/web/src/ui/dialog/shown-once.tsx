import type { ReactNode } from 'react';
import { t } from '../../i18n/translate.ts';
import { Button } from '../button.tsx';
import { CopyLine } from './copy-button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

interface ShownOnceProps {
  readonly title: string;
  readonly description: string;
  readonly secret: string;
  readonly copyLabel: string;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** A secret, shown once. It closes only by its button, because it cannot be shown again. */
export function ShownOnce({ title, description, secret, copyLabel, onClose, children }: ShownOnceProps) {
  return (
    <Dialog onClose={onClose} insistent wide title={title} description={description}>
      <div className="mt-4">
        <CopyLine text={secret} label={copyLabel} testId="shown-once" />
      </div>
      {children}
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          {t('keys.done')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
