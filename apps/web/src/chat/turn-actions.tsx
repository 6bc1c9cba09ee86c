import Pencil from '~icons/pencil';
import X from '~icons/x';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { useDiscardTurn } from './discard-turn.ts';
import { discardTurn } from './send-turn.ts';
import type { Turn } from './turn.ts';

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
  const { t } = useTranslation();
  const discard = useDiscardTurn();
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
          discard(turn);
          onDiscard?.();
        }}
      >
        <X className="size-3.5" aria-hidden /> {t('chat.discard')}
      </Button>
    </>
  );
}
