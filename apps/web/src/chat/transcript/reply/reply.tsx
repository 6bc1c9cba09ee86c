import type { MessageWithExtras } from '@jarvis/contract';
import { memo } from 'react';
import { RotateCcw, ShieldAlert } from '~icons';
import { useConnectionLost } from '../../../data/service/connection.ts';
import { t, useLanguage } from '../../../i18n/translate.ts';
import { IconButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/classes.ts';
import { CopyButton } from '../../../ui/dialog/copy-button.tsx';
import { useHasKeys } from '../../../ui/keyboard/use-has-keys.ts';
import { useNow } from '../../../ui/use-now.ts';
import { focusComposer } from '../../composer.tsx';
import { regenerateReply } from '../../replies/send-turn.ts';
import type { Turn } from '../../replies/turn.ts';
import { type PersonMessageProps, ReplyFrame, Stamp } from '../message/message.tsx';
import { VersionArrows } from '../message/version-arrows.tsx';
import { isWordless } from './is-wordless.ts';
import { ReplyNotices } from './reply-notices.tsx';
import { ReplyText } from './reply-text.tsx';
import { DrawnFrom, Sources } from './sources.tsx';
import { ToolSteps } from './tool-steps.tsx';

/** A longer silence gets a notice. */
const silentAfterSeconds = 10;

interface ReplyProps
  extends Pick<PersonMessageProps, 'conversationId' | 'busy'>,
    Partial<Pick<PersonMessageProps, 'marked' | 'versions'>> {
  /** Of a running reply. */
  readonly turn?: Turn;
  /** Of a stored reply. */
  readonly message?: MessageWithExtras;
  /** The newest reply, which can be rewritten. */
  readonly last?: boolean;
}

/**
 * A reply, running or stored. One component for both, so that the end of a long reply does not render all of its text
 * again, and what the person has selected in it stays selected.
 */
export const Reply = memo(function Reply(props: ReplyProps) {
  const { turn, message, last = false, marked = false, conversationId, versions, busy } = props;
  useLanguage();
  const { sources = [], toolRun, stopped, drawnFrom = [] } = message?.extras ?? {};
  const steps = turn?.reply.steps ?? toolRun?.steps;
  const content = message?.content ?? turn?.reply.text ?? '';
  const text = stopped && isWordless(content) ? '' : content;
  // The service names the stored reply at the beginning of the running one.
  const id = message?.id ?? turn?.reply.replyId ?? '';
  return (
    <ReplyFrame marked={marked}>
      {steps && <ToolSteps caption={toolRun?.caption ?? ''} steps={steps} running={message === undefined} />}
      {message?.policyDenied && (
        <p className="mb-2 flex items-center gap-1.5 text-sm text-warn">
          <ShieldAlert className="size-4" /> {t('chat.denied')}
        </p>
      )}
      {text !== '' && (
        <ReplyText
          text={text}
          streaming={message === undefined}
          sourceCount={sources.length}
          messageId={id}
        />
      )}
      {turn && text === '' && (
        <Silence since={turn.startedAt} atWork={turn.reply.steps.some((step) => step.state === 'running')} />
      )}
      {stopped && <p className="mt-2 text-sm text-ink-3">{t('chat.stopped')}</p>}
      {sources.length > 0 && <Sources sources={sources} messageId={id} />}
      {drawnFrom.length > 0 && <DrawnFrom conversations={drawnFrom} />}
      {message && (
        <div
          className={cx(
            '-ms-2 mt-1.5 flex items-center pointer-coarse:-ms-[13px] gap-0.5 transition-opacity print:hidden',
            !last &&
              'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
          )}
        >
          <CopyButton text={message.content} label={t('chat.copyReply')} className="size-8" />
          {last && (
            <IconButton
              icon={<RotateCcw />}
              label={t('chat.askAgain')}
              disabled={busy}
              onClick={() => {
                // The button is about to be removed: the keys that follow are for the next message.
                if (regenerateReply(conversationId, message.id) && useHasKeys.getState()) focusComposer();
              }}
              className="size-8"
            />
          )}
          {versions && <VersionArrows conversationId={conversationId} versions={versions} disabled={busy} />}
          <span className="ps-1.5">
            <Stamp at={message.createdAt} />
          </span>
        </div>
      )}
      {message?.extras && (
        <ReplyNotices extras={message.extras} last={last} conversationId={conversationId} busy={busy} />
      )}
    </ReplyFrame>
  );
});

/** Before the first word. `atWork`: a running step already shows activity. */
export function Silence({ since, atWork }: { since: number; atWork: boolean }) {
  const seconds = Math.max(0, Math.floor((useNow(1_000).getTime() - since) / 1_000));
  // Without a connection its state is unknown.
  const lost = useConnectionLost();
  const long = seconds >= silentAfterSeconds && !lost;
  return (
    <p className="flex h-7 items-center gap-1.5">
      {!atWork && (
        <span role="status" aria-label={t('chat.thinking')} className="flex items-center gap-1.5">
          {['', '[animation-delay:200ms]', '[animation-delay:400ms]'].map((delay) => (
            <span key={delay} className={`size-2 animate-breathe rounded-full bg-accent ${delay}`} />
          ))}
        </span>
      )}
      {long && (
        <span className="ps-1.5 text-sm text-ink-3 tabular-nums">
          {t('chat.stillWorking', { time: clockTime(seconds) })}
        </span>
      )}
    </p>
  );
}

/** Minutes and seconds: `1:05`. */
const clockTime = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
