import { useEffect, useState } from 'react';
import RotateCw from '~icons/rotate-cw';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { waitText } from '../../ui/feedback/failure-text.ts';
import { retryTurn } from '../replies/send-turn.ts';
import type { Turn } from '../replies/turn.ts';
import { FailureBox } from './failure-box.tsx';
import { ReplyFrame } from './message.tsx';
import { ReplyText } from './reply-text.tsx';
import { TurnActions } from './turn-actions.tsx';

/** A message with no reply or a partial one: the reason, and the next steps. Stays until the person decides. */
export function FailedTurn({
  turn,
  busy,
  onEdit,
  onDiscard,
}: {
  readonly turn: Turn;
  /** Another reply of the conversation is running. */
  readonly busy: boolean;
  readonly onEdit: (turn: Turn) => void;
  readonly onDiscard: (() => void) | undefined;
}) {
  const {
    failure,
    reply: { text },
  } = turn;
  const waitSeconds = useSecondsLeft(turn.failedAt, failure?.retryAfterSeconds ?? 0);
  if (!failure) return null;
  const waiting = failure.kind === 'tooMany' && waitSeconds > 0;
  const counted = waiting ? waitText(waitSeconds) : t('failure.tooManyNow');
  // A message that the server has accepted was sent, even without a reply.
  const label = t(!turn.taken ? 'chat.notSent' : text === '' ? 'chat.noReply' : 'chat.cutOff');
  return (
    <>
      {text !== '' && (
        <ReplyFrame>
          <ReplyText text={text} streaming={false} sourceCount={0} messageId={turn.key} />
        </ReplyFrame>
      )}
      <FailureBox
        label={label}
        failure={failure}
        at={turn.failedAt}
        text={failure.kind === 'tooMany' && failure.retryAfterSeconds ? counted : undefined}
        className={text !== '' && 'mt-4'}
      >
        <Button size="small" onClick={() => retryTurn(turn)} disabled={waiting || busy}>
          <RotateCw className="size-3.5" aria-hidden /> {t('common.tryAgain')}
        </Button>
        <TurnActions turn={turn} onEdit={onEdit} onDiscard={onDiscard} />
      </FailureBox>
    </>
  );
}

function useSecondsLeft(since: number, seconds: number): number {
  const left = () => Math.max(0, Math.ceil((since + seconds * 1_000 - Date.now()) / 1_000));
  const [shown, setShown] = useState(left);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `left` is made of the two that are listed
  useEffect(() => {
    setShown(left());
    if (seconds === 0) return;
    const timer = setInterval(() => setShown(left()), 500);
    return () => clearInterval(timer);
  }, [since, seconds]);
  return shown;
}
