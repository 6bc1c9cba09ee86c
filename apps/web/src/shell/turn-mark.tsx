import { CircleAlert } from '~icons';
import type { TurnState } from '../chat/replies/store.ts';
import { t } from '../i18n/translate.ts';

/** Shows that a reply is running, or that it failed. */
export function TurnMark({ state }: { state: TurnState['state'] }) {
  return (
    <span className="flex size-4 shrink-0 items-center justify-center">
      {state === 'running' ? (
        <span aria-hidden className="size-1.5 animate-breathe rounded-full bg-accent" />
      ) : (
        <CircleAlert className="size-3.5 text-danger" />
      )}
      <span className="sr-only">{t(state === 'running' ? 'chat.replyRuns' : 'chat.noReply')}: </span>
    </span>
  );
}
