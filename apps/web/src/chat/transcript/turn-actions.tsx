import Pencil from '~icons/pencil';
import X from '~icons/x';
import { newPlace } from '../../drafts/places.ts';
import { t } from '../../i18n/translate.ts';
import { conversationAddress } from '../../routing/addresses.ts';
import { navigate } from '../../routing/history.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { discardTurn, restoreTurn } from '../replies/send-turn.ts';
import type { Turn } from '../replies/turn.ts';

/** The actions on a message without a reply: edit it, if it is new, or discard it. */
export function TurnActions({
  turn,
  onEdit,
  onDiscard,
}: {
  readonly turn: Turn;
  readonly onEdit: (turn: Turn) => void;
  readonly onDiscard: (() => void) | undefined;
}) {
  return (
    <>
      {!turn.replaces?.reply && (
        <Button
          size="small"
          variant="quiet"
          onClick={() => {
            discardTurn(turn);
            onEdit(turn);
          }}
        >
          <Pencil className="size-3.5" aria-hidden /> {t('chat.editAgain')}
        </Button>
      )}
      <Button
        size="small"
        variant="quiet"
        onClick={() => {
          discardWithUndo(turn);
          onDiscard?.();
        }}
      >
        <X className="size-3.5" aria-hidden /> {t('chat.discard')}
      </Button>
    </>
  );
}

/** Discards a failed or queued message, with undo. */
function discardWithUndo(turn: Turn): void {
  discardTurn(turn);
  showToast({
    text: t('chat.discarded'),
    action: {
      label: t('common.undo'),
      run: () => {
        restoreTurn(turn);
        void navigate(turn.place === newPlace ? '/' : conversationAddress(turn.place));
      },
    },
  });
}
