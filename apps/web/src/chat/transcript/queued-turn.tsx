import Clock from '~icons/clock';
import { t } from '../../i18n/translate.ts';
import type { Turn } from '../replies/turn.ts';
import { TurnActions } from './turn-actions.tsx';

/** A message that waits for the previous reply to end. */
export function QueuedTurn({
  turn,
  onEdit,
  onDiscard,
}: {
  readonly turn: Turn;
  readonly onEdit: (turn: Turn) => void;
  readonly onDiscard: (() => void) | undefined;
}) {
  return (
    <div className="-mt-5 flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
      <p className="flex items-center gap-1.5 text-sm text-ink-3">
        <Clock className="size-3.5" aria-hidden /> {t('chat.queued')}
      </p>
      <div className="flex gap-2">
        <TurnActions turn={turn} onEdit={onEdit} onDiscard={onDiscard} />
      </div>
    </div>
  );
}
