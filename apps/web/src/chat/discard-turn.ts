import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from '../i18n/use-translation.ts';
import { showToast } from '../ui/toast.tsx';
import { discardTurn, restoreTurn } from './send-turn.ts';
import { newPlace, type Turn } from './turn.ts';

/** Discards a failed or queued message, with undo. */
export function useDiscardTurn(): (turn: Turn) => void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (turn) => {
    discardTurn(turn);
    showToast({
      text: t('chat.discarded'),
      action: {
        label: t('common.undo'),
        run: () => {
          restoreTurn(turn);
          if (turn.place === newPlace) return void navigate({ to: '/' });
          void navigate({ to: '/c/$conversationId', params: { conversationId: turn.place } });
        },
      },
    });
  };
}
