import { Clock, Pencil, RotateCw, X } from '~icons';
import { waitSeconds } from '../../data/service/failure.ts';
import { composerAt, newPlace, putInDraft } from '../../drafts/drafts.ts';
import { t } from '../../i18n/translate.ts';
import { conversationAddress } from '../../routing/addresses.ts';
import { navigate } from '../../routing/history.ts';
import { Button } from '../../ui/button.tsx';
import { offerUndo } from '../../ui/feedback/toast.tsx';
import { useNow } from '../../ui/use-now.ts';
import { discardTurn, restoreTurn, retryTurn } from '../replies/send-turn.ts';
import { useReplies } from '../replies/store.ts';
import { type Turn, turnsAt } from '../replies/turn.ts';
import { FailureBox } from './failure-box.tsx';
import { ReplyFrame } from './message/message.tsx';
import { ReplyText } from './reply/reply-text.tsx';

interface FailedTurnProps {
  readonly turn: Turn;
  /** Another reply of the conversation is running. */
  readonly busy: boolean;
}

/** A message with no reply or a partial one: the reason, and the next steps. Stays until the person decides. */
export function FailedTurn({ turn, busy }: FailedTurnProps) {
  const { failure, reply } = turn;
  const { text } = reply;
  // For the countdown.
  useNow(failure?.retryAfterSeconds ? 500 : undefined);
  if (!failure) return null;
  const waiting = failure.kind === 'tooMany' && waitSeconds(failure) > 0;
  // A message that the server has accepted was sent, even without a reply.
  const label = t(!turn.taken ? 'chat.notSent' : text === '' ? 'chat.noReply' : 'chat.cutOff');
  return (
    <>
      {text !== '' && (
        <ReplyFrame>
          <ReplyText text={text} streaming={false} sourceCount={0} messageId={turn.key} />
        </ReplyFrame>
      )}
      <FailureBox label={label} failure={failure} className={text !== '' && 'mt-4'}>
        <Button size="small" onClick={() => retryTurn(turn)} disabled={waiting || busy}>
          <RotateCw className="size-3.5" /> {t('common.tryAgain')}
        </Button>
        <TurnActions turn={turn} />
      </FailureBox>
    </>
  );
}

/** A message that waits for the previous reply to end. */
export function QueuedTurn({ turn }: { turn: Turn }) {
  return (
    <div className="-mt-5 flex flex-wrap items-center justify-end gap-x-2 gap-y-1 print:hidden">
      <p className="flex items-center gap-1.5 text-sm text-ink-3">
        <Clock className="size-3.5" /> {t('chat.queued')}
      </p>
      <div className="flex gap-2">
        <TurnActions turn={turn} />
      </div>
    </div>
  );
}

/** The actions on a message without a reply: edit it, if it is new, or discard it. */
function TurnActions({ turn }: { turn: Turn }) {
  return (
    <>
      {!turn.replaces?.reply && (
        <Button size="small" variant="quiet" onClick={() => editAgain(turn)}>
          <Pencil className="size-3.5" /> {t('chat.editAgain')}
        </Button>
      )}
      <Button size="small" variant="quiet" onClick={() => discardWithUndo(turn)}>
        <X className="size-3.5" /> {t('chat.discard')}
      </Button>
    </>
  );
}

/** Moves a failed or queued message to the composer of its page, or of a new chat if that page has none or is left. */
function editAgain(turn: Turn): void {
  const stays = !isAlone(turn) && composerAt(turn.place) !== undefined;
  discardTurn(turn);
  putInDraft(stays ? turn.place : newPlace, turn);
  if (!stays) navigate('/');
}

/** Discards a failed or queued message, with undo. */
function discardWithUndo(turn: Turn): void {
  const stays = !isAlone(turn);
  discardTurn(turn);
  offerUndo(t('chat.discarded'), () => {
    restoreTurn(turn);
    navigate(turn.place === newPlace ? '/' : conversationAddress(turn.place));
  });
  if (!stays) navigate('/');
}

/** Without this message, its conversation has never begun, and its page is left. */
const isAlone = ({ first, place }: Turn): boolean =>
  first && turnsAt(useReplies.getState(), place).length === 1;
