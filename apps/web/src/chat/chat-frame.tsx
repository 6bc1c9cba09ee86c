import { type ReactNode, useEffect } from 'react';
import { SquarePen } from '~icons';
import { moveDraft, newPlace } from '../drafts/drafts.ts';
import { t } from '../i18n/translate.ts';
import { conversationAddress, conversationIn } from '../routing/addresses.ts';
import { history, useAddress } from '../routing/history.ts';
import { Link } from '../routing/link.tsx';
import { cx } from '../ui/classes.ts';
import { SidebarButton, useSidebar } from '../ui/page/sidebar-state.tsx';
import { Composer } from './composer.tsx';
import { openNewChat, sendMessage, stopTurn } from './replies/send-turn.ts';
import { onTurnMoved, useReplies } from './replies/store.ts';
import { lookAt } from './replies/stream-shown-replies.ts';
import { isGoingOn, type Turn } from './replies/turn.ts';

interface ChatFrameProps {
  readonly conversationId: string | null;
  /** For a stored conversation. */
  readonly title?: ReactNode;
  readonly turns: readonly Turn[];
  /** The conversation does not exist: no message can be sent there. */
  readonly isMissing?: boolean;
  readonly onBeforeSend?: (() => void) | undefined;
  /** Called when the person begins to write. */
  readonly onWrite?: () => void;
  /** Shown below the composer of an empty chat, which is centred on the page. */
  readonly start?: ReactNode;
  readonly children: ReactNode;
}

/** The header, the composer, and between them `children`. */
export function ChatFrame(props: ChatFrameProps) {
  const { conversationId, title, turns, isMissing = false, onBeforeSend, onWrite, start, children } = props;
  const { narrow } = useSidebar();
  // When its conversation has begun, the page of a new chat stays until that of the conversation has loaded.
  const address = useAddress(({ pathname }) => conversationIn(pathname));
  const place = conversationId ?? address ?? newPlace;
  const running = turns.find(isGoingOn);
  const queued = turns.some(({ phase }) => phase === 'queued');

  useEffect(() => lookAt(place), [place]);
  useEffect(
    () =>
      onTurnMoved((from, to) => {
        // A message that is set aside moves without its page.
        if (from !== place || to === place || useReplies.getState().lookedAt !== to) return;
        moveDraft(from, to);
        history.replace(conversationAddress(to), { begun: true });
      }),
    [place],
  );

  return (
    <div className="flex h-full flex-col on-paper">
      <header className="flex h-14 shrink-0 items-center gap-1 px-3 low:h-11 print:hidden">
        <SidebarButton />
        {title ??
          (turns[0] && (
            <h1 dir="auto" className="min-w-0 truncate px-2 text-[0.9375rem] font-medium text-ink-3">
              {turns[0].text.split('\n', 1)[0]}
            </h1>
          ))}
        {narrow && place !== newPlace && (
          <Link
            to="/"
            onFollow={openNewChat}
            aria-label={t('nav.newChat')}
            title={t('nav.newChat')}
            className="icon-button tap ms-auto shrink-0"
          >
            <SquarePen className="size-4.5" />
          </Link>
        )}
      </header>
      <div
        tabIndex={start ? -1 : undefined}
        className={cx(
          'flex min-h-0 flex-1 flex-col on-paper outline-none',
          Boolean(start) && 'overflow-y-auto scroll-thin',
        )}
      >
        <div className={start ? 'mt-auto' : 'min-h-0 flex-1'}>{children}</div>
        <div className={cx('shrink-0 print:hidden', !start && 'safe-bottom')}>
          {!isMissing && (
            <Composer
              place={place}
              running={running !== undefined}
              stopping={running?.phase === 'stopping'}
              queued={queued}
              onSend={(text, files) => {
                onBeforeSend?.();
                return sendMessage(place, text, files);
              }}
              onStop={() => stopTurn(place)}
              {...(onWrite && { onWrite })}
              {...(start && { action: <TemporaryLink /> })}
            />
          )}
        </div>
        {start && <div className="mb-auto">{start}</div>}
      </div>
    </div>
  );
}

function TemporaryLink() {
  return (
    <Link
      to="/temporary"
      title={t('temporary.notice')}
      className="tap flex h-8 shrink-0 items-center rounded-lg px-2 text-sm text-ink-3 hover:bg-sunken hover:text-ink"
    >
      {t('temporary.title')}
    </Link>
  );
}
