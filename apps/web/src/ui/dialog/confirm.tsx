import { t } from '../../i18n/translate.ts';
import { Button } from '../button.tsx';
import { type ChangeOptions, useChange } from '../feedback/use-change.ts';
import { Dialog, DialogActions } from './dialog.tsx';

/** Asks before an action that cannot be undone, and carries it out. */
export function Confirm<Output>({
  title,
  text,
  action,
  run,
  onClose,
  ...options
}: ChangeOptions<Output> & {
  readonly title: string;
  readonly text: string;
  /** The name of the button that confirms. */
  readonly action: string;
  readonly run: () => Promise<Output>;
  readonly onClose: () => void;
}) {
  const change = useChange(run, options);
  return (
    <Dialog open onOpenChange={onClose} title={title} description={text}>
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button
          variant="danger"
          busy={change.isPending}
          onClick={() => change.mutate(undefined, { onSettled: onClose })}
        >
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
