import { useConnectionLost } from '../../data/service/connection.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useNow } from '../../ui/use-now.ts';
import type { Turn } from '../replies/turn.ts';
import { ReplyFrame } from './message.tsx';
import { ReplyText } from './reply-text.tsx';
import { ToolSteps } from './tool-steps.tsx';

/** A longer silence gets a notice. */
const silentAfterSeconds = 10;

/** A running reply: its steps, then the text so far. */
export function GrowingReply({ turn }: { readonly turn: Turn }) {
  const { text, steps } = turn.reply;
  const silent = text === '';
  const atWork = steps.some((step) => step.state === 'running');
  return (
    <ReplyFrame>
      <ToolSteps caption="" steps={steps} running />
      {!silent && <ReplyText text={text} streaming sourceCount={0} messageId={turn.key} />}
      {silent && <Silence since={turn.startedAt} atWork={atWork} />}
    </ReplyFrame>
  );
}

/** Before the first word. `atWork`: a running step already shows activity. */
export function Silence({ since, atWork }: { readonly since: number; readonly atWork: boolean }) {
  const { t } = useTranslation();
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
