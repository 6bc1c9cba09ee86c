import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

/** Asks before something that cannot be taken back. */
export function Confirm({
  open,
  title,
  text,
  action,
  busy,
  onConfirm,
  onClose,
}: {
  readonly open: boolean;
  readonly title: string;
  readonly text: string;
  /** The name of the button that does it. */
  readonly action: string;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog open={open} onOpenChange={(isOpen) => !isOpen && onClose()} title={title} description={text}>
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="danger" busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
