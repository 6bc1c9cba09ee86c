import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../api/client.ts';
import { useConversationActions } from '../api/conversations.ts';
import { failureOf } from '../api/failure.ts';
import { useUser } from '../api/session.ts';
import type { Conversation } from '../api/types.ts';
import { onCommand } from '../shell/commands.ts';
import { RenameField } from '../shell/rename-field.tsx';
import { SidebarButton } from '../shell/sidebar-state.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { copyText } from '../ui/copy-button.tsx';
import { announce } from '../ui/live-region.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { LoadFailed, useTitle } from '../ui/page.tsx';
import { showToast } from '../ui/toast.tsx';
import { Composer } from './composer.tsx';
import { keepDraft } from './drafts.ts';
import { preloadMarkdown } from './reply-text.tsx';
import { Transcript } from './transcript.tsx';
import { loadEarlier, loadLater, transcriptQuery } from './transcript-data.ts';
import { dropTurn, newPlace, sendMessage, stopTurn, type Turn, useResumedTurns, useTurn } from './turns.ts';
import { Welcome } from './welcome.tsx';

/** A conversation that does not exist yet: the greeting, and the composer that begins it. */
export function NewChatPage() {
  const { t } = useTranslation();
  const turn = useTurn(newPlace);
  useTitle(turn ? t('nav.newChat') : 'Jarvis');
  return (
    <ChatFrame conversationId={null} turn={turn}>
      {(send, fill) =>
        turn ? (
          <Transcript
            page={undefined}
            turn={turn}
            markedId={null}
            onRetry={() => send(turn.text)}
            onEdit={() => {
              fill(turn.text);
              dropTurn(newPlace);
            }}
            onDiscard={() => dropTurn(newPlace)}
          />
        ) : (
          <Welcome onStart={send} />
        )
      }
    </ChatFrame>
  );
}

/** A conversation that exists, at its end or at the message that `m` names. */
export function ConversationPage() {
  const { conversationId } = useParams({ from: '/app/c/$conversationId' });
  const { m: around = null } = useSearch({ from: '/app/c/$conversationId' });
  const { t } = useTranslation();
  const navigate = useNavigate();
  const turn = useTurn(conversationId);
  const {
    data: page,
    error,
    refetch,
  } = useQuery({
    ...transcriptQuery(conversationId, around),
    // Of a first turn nothing is stored yet, and what it stores comes with its end.
    enabled: !turn?.first,
    retry: (count, failure) => count < 2 && failureOf(failure).passing,
  });
  const user = useUser();
  useTitle(page?.conversation.title ?? t('nav.newChat'));
  const leaveFailed = () => {
    dropTurn(conversationId);
    if (turn?.first) void navigate({ to: '/' });
  };
  const resumed = useResumedTurns();
  const goToLatest = () =>
    void navigate({ to: '/c/$conversationId', params: { conversationId }, search: {} });

  return (
    <ChatFrame
      key={conversationId}
      conversationId={conversationId}
      conversation={page?.conversation}
      turn={turn}
      onBeforeSend={around ? goToLatest : undefined}
    >
      {(send, fill) =>
        error && !turn && !page && resumed ? (
          <div className="mx-auto max-w-lg px-5 pt-16">
            {failureOf(error).kind === 'notFound' ? (
              <NotFound />
            ) : (
              <LoadFailed error={error} title={t('chat.loadFailed')} onRetry={() => void refetch()} />
            )}
          </div>
        ) : page || turn ? (
          <Transcript
            key={around}
            page={page}
            turn={turn}
            markedId={around}
            onEarlier={() => loadEarlier(conversationId, around)}
            onLater={() => loadLater(conversationId, around)}
            onLatest={goToLatest}
            onAskAgain={send}
            onRetry={() => turn && send(turn.text)}
            onEdit={() => {
              if (!turn) return;
              if (turn.first) keepDraft({ userId: user.id, conversationId: null }, turn.text);
              else fill(turn.text);
              leaveFailed();
            }}
            onDiscard={leaveFailed}
          />
        ) : (
          <TranscriptSkeleton />
        )
      }
    </ChatFrame>
  );
}

/** The header, the composer, and between them what `children` makes of the way to send. */
function ChatFrame({
  conversationId,
  conversation,
  turn,
  onBeforeSend,
  children,
}: {
  readonly conversationId: string | null;
  readonly conversation?: Conversation | undefined;
  readonly turn: Turn | undefined;
  readonly onBeforeSend?: (() => void) | undefined;
  readonly children: (send: (text: string) => void, fill: (text: string) => void) => React.ReactNode;
}) {
  const { t } = useTranslation();
  const user = useUser();
  const navigate = useNavigate();
  const [fill, setFill] = useState<{ text: string } | null>(null);
  const draftPlace = useMemo(() => ({ userId: user.id, conversationId }), [user.id, conversationId]);
  const place = conversationId ?? newPlace;
  const running = turn !== undefined && turn.phase !== 'failed';

  useEffect(() => {
    void preloadMarkdown();
  }, []);
  useEffect(
    () => onCommand('copyLastReply', () => void copyLastReply(conversationId, t)),
    [conversationId, t],
  );

  function send(text: string) {
    onBeforeSend?.();
    void sendMessage(place, text, (startedId) => {
      const stillHere = location.pathname === (conversationId === null ? '/' : `/c/${conversationId}`);
      if (startedId !== conversationId && stillHere) {
        void navigate({ to: '/c/$conversationId', params: { conversationId: startedId }, replace: true });
      }
    });
  }

  return (
    <div className="flex h-full flex-col">
      <header className="flex h-14 shrink-0 items-center gap-1 px-3">
        <SidebarButton />
        {conversation ? (
          <ConversationTitle key={conversation.id} conversation={conversation} />
        ) : (
          turn && <h1 className="sr-only">{t('nav.newChat')}</h1>
        )}
      </header>
      <div className="min-h-0 flex-1">{children(send, (text) => setFill({ text }))}</div>
      <div className="shrink-0 safe-bottom">
        <Composer
          key={place}
          place={draftPlace}
          running={running}
          stopping={turn?.phase === 'stopping'}
          onSend={send}
          onStop={() => stopTurn(place)}
          fill={fill}
        />
      </div>
    </div>
  );
}

function ConversationTitle({ conversation }: { readonly conversation: Conversation }) {
  const { t } = useTranslation();
  const [renaming, setRenaming] = useState(false);
  const { rename, remove } = useConversationActions();
  if (renaming) {
    return (
      <RenameField
        title={conversation.title}
        className="h-9 max-w-md rounded-lg px-2.5 font-medium"
        onDone={(title) => {
          setRenaming(false);
          if (title) rename(conversation, title);
        }}
      />
    );
  }
  return (
    <>
      <h1 className="min-w-0">
        <button
          type="button"
          title={t('common.rename')}
          onClick={() => setRenaming(true)}
          className="tap block max-w-full truncate rounded-lg px-2 py-1.5 text-start text-[0.9375rem] font-medium text-ink-2 hover:bg-sunken hover:text-ink"
        >
          <bdi>{conversation.title}</bdi>
        </button>
      </h1>
      <Menu
        align="start"
        label={t('conversations.options', { title: conversation.title })}
        trigger={
          <IconButton label={t('conversations.options', { title: conversation.title })}>
            <MoreHorizontal />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setTimeout(() => setRenaming(true))}>
          <Pencil /> {t('common.rename')}
        </MenuItem>
        <MenuItem danger onSelect={() => remove(conversation, true)}>
          <Trash2 /> {t('common.delete')}
        </MenuItem>
      </Menu>
    </>
  );
}

function NotFound() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <div className="text-center">
      <h1 className="font-display text-2xl font-semibold">{t('conversations.notFound')}</h1>
      <p className="mt-2 text-ink-2">{t('conversations.notFoundText')}</p>
      <Button variant="primary" className="mt-6" onClick={() => void navigate({ to: '/' })}>
        {t('conversations.startNew')}
      </Button>
    </div>
  );
}

function TranscriptSkeleton() {
  const { t } = useTranslation();
  return (
    <div
      role="status"
      aria-label={t('common.loading')}
      className="mx-auto max-w-3xl space-y-8 px-5 pt-8 sm:px-8"
    >
      <div className="ms-auto h-11 w-1/2 animate-sheen rounded-3xl bg-accent-soft" />
      <div className="space-y-3">
        <div className="h-4 w-11/12 animate-sheen rounded bg-sunken" />
        <div className="h-4 w-4/5 animate-sheen rounded bg-sunken" />
        <div className="h-4 w-3/5 animate-sheen rounded bg-sunken" />
      </div>
    </div>
  );
}

async function copyLastReply(conversationId: string | null, t: ReturnType<typeof useTranslation>['t']) {
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
