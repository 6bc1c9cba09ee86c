import { Link, useNavigate } from '@tanstack/react-router';
import { SquarePen } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useUser } from '../data/session.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { onCommand } from '../ui/commands.ts';
import { SidebarButton, useSidebar } from '../ui/sidebar-state.tsx';
import { Composer } from './composer.tsx';
import { moveDraft } from './drafts.ts';
import { isGoingOn, newPlace, type Turn } from './turn-store.ts';
import { lookAt, onTurnMoved, sendMessage, stopTurn } from './turns.ts';

/** The header, the composer, and between them what `children` makes of the way to send. */
export function ChatFrame({
  conversationId,
  title,
  turns,
  onBeforeSend,
  onWrite,
  children,
}: {
  readonly conversationId: string | null;
  /** Of a conversation that is stored. */
  readonly title?: ReactNode;
  readonly turns: readonly Turn[];
  readonly onBeforeSend?: (() => void) | undefined;
  /** The person has begun to write. */
  readonly onWrite?: () => void;
  readonly children: (send: (text: string) => void, fill: (text: string) => void) => ReactNode;
}) {
  const { t } = useTranslation();
  const user = useUser();
  const navigate = useNavigate();
  const { narrow } = useSidebar();
  const [fill, setFill] = useState<{ text: string } | null>(null);
  const draftPlace = useMemo(() => ({ userId: user.id, conversationId }), [user.id, conversationId]);
  const place = conversationId ?? newPlace;
  const running = turns.find(isGoingOn);
  const queued = turns.some(({ phase }) => phase === 'queued');

  useEffect(
    () =>
      onCommand('copyLastReply', () => {
        void import('./copy-last-reply.ts').then(({ copyLastReply }) => copyLastReply(conversationId, t));
      }),
    [conversationId, t],
  );

  useEffect(() => lookAt(place), [place]);
  useEffect(
    () =>
      onTurnMoved((from, to) => {
        if (from !== place || to === place) return;
        moveDraft(draftPlace, { ...draftPlace, conversationId: to });
        void navigate({ to: '/c/$conversationId', params: { conversationId: to }, replace: true });
      }),
    [place, draftPlace, navigate],
  );

  function send(text: string) {
    onBeforeSend?.();
    sendMessage(place, text);
  }

  return (
    <div className="flex h-full flex-col">
      <header className="flex h-14 shrink-0 items-center gap-1 px-3">
        <SidebarButton />
        {title
          ? title
          : turns[0] && (
              <h1 dir="auto" className="min-w-0 truncate px-2 text-[0.9375rem] font-medium text-ink-3">
                {turns[0].text.split('\n', 1)[0]}
              </h1>
            )}
        {narrow && place !== newPlace && (
          <Link
            to="/"
            aria-label={t('nav.newChat')}
            title={t('nav.newChat')}
            className="tap ms-auto inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-ink-3 hover:bg-sunken hover:text-ink"
          >
            <SquarePen className="size-[1.125rem]" aria-hidden />
          </Link>
        )}
      </header>
      <div className="min-h-0 flex-1">{children(send, (text) => setFill({ text }))}</div>
      <div className="shrink-0 safe-bottom">
        <Composer
          key={place}
          place={draftPlace}
          running={running !== undefined}
          stopping={running?.phase === 'stopping'}
          queued={queued}
          onSend={send}
          onStop={() => stopTurn(place)}
          fill={fill}
          {...(onWrite && { onWrite })}
        />
      </div>
    </div>
  );
}
