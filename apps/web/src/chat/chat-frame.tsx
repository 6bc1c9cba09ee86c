import { Link, useNavigate } from '@tanstack/react-router';
import { SquarePen } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { queryClient } from '../data/client.ts';
import { useUser } from '../data/session.ts';
import type { Conversation } from '../data/types.ts';
import { type Translate, useTranslation } from '../i18n/use-translation.ts';
import { onCommand } from '../ui/commands.ts';
import { copyText } from '../ui/copy-button.tsx';
import { announce } from '../ui/live-region.tsx';
import { SidebarButton, useSidebar } from '../ui/sidebar-state.tsx';
import { showToast } from '../ui/toast.tsx';
import { Composer } from './composer.tsx';
import { ConversationTitle } from './conversation-title.tsx';
import { moveDraft } from './drafts.ts';
import { isGoingOn, newPlace, type Turn } from './turn-store.ts';
import { lookAt, onTurnMoved, sendMessage, stopTurn } from './turns.ts';

/** The header, the composer, and between them what `children` makes of the way to send. */
export function ChatFrame({
  conversationId,
  conversation,
  turns,
  onBeforeSend,
  onWrite,
  children,
}: {
  readonly conversationId: string | null;
  readonly conversation?: Conversation | undefined;
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
    () => onCommand('copyLastReply', () => void copyLastReply(conversationId, t)),
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
        {conversation ? (
          <ConversationTitle key={conversation.id} conversation={conversation} />
        ) : (
          turns[0] && (
            <h1 dir="auto" className="min-w-0 truncate px-2 text-[0.9375rem] font-medium text-ink-3">
              {turns[0].text.split('\n', 1)[0]}
            </h1>
          )
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

async function copyLastReply(conversationId: string | null, t: Translate) {
  const pages = queryClient.getQueriesData<{ messages: { role: string; content: string }[] }>({
    queryKey: conversationId ? ['transcript', conversationId] : ['transcript', 'none'],
  });
  const reply = pages
    .map(([, page]) => page?.messages.findLast((message) => message.role === 'assistant'))
    .find((found) => found !== undefined);
  if (!reply) return showToast({ text: t('shortcuts.nothingToCopy') });
  if (!(await copyText(reply.content))) return showToast({ text: t('shell.copyFailed'), tone: 'danger' });
  announce(t('common.copied'));
  showToast({ text: t('common.copied') });
}
