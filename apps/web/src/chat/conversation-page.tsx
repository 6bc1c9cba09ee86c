import type { Conversation } from '@jarvis/contract';
import { useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import { failureOf } from '../data/service/failure.ts';
import { rescueDraft } from '../drafts/drafts.ts';
import { t } from '../i18n/translate.ts';
import { conversationAddress, conversationIn, partOf } from '../routing/addresses.ts';
import { navigate, Shown, useAddress } from '../routing/history.ts';
import { idIn } from '../routing/value-in.ts';
import { Button } from '../ui/button.tsx';
import { LoadFailed } from '../ui/feedback/load-failed.tsx';
import { Skeleton } from '../ui/page/page.tsx';
import { useTitle } from '../ui/page/use-title.ts';
import { ChatFrame } from './chat-frame.tsx';
import { ConversationMenu } from './conversation-menu.tsx';
import { ConversationFiles, useConversationFiles } from './files/message/page-citation.tsx';
import { RenameField } from './rename-field.tsx';
import { useReplies, useTurns } from './replies/store.ts';
import { transcriptQuery } from './replies/transcript-data.ts';
import { preloadMarkdown } from './transcript/reply/reply-text.tsx';
import { hasMessage, keptPosition } from './transcript/scroll-position.ts';
import Transcript from './transcript/transcript.tsx';

/** An existing conversation, at the message in `m`, at the last position of this tab, or at its end. */
export function ConversationPage() {
  const { pathname, search } = use(Shown);
  const conversationId = partOf(pathname);
  return (
    <ConversationAt
      key={conversationId}
      conversationId={conversationId}
      markedId={idIn(search, 'm') ?? null}
    />
  );
}

function ConversationAt({ conversationId, markedId }: { conversationId: string; markedId: string | null }) {
  const [place, setPlace] = useState(() => keptPosition(conversationId));
  const around = markedId ?? (place?.isLoaded ? null : (place?.messageId ?? null));
  const turns = useTurns(conversationId);
  const first = turns.some((turn) => turn.first);
  const isLeft = useAddress(({ pathname }) => conversationIn(pathname) !== conversationId);
  const transcript = transcriptQuery(conversationId, around);
  const query = useQuery({
    ...transcript,
    // Otherwise, replies would show their source first.
    queryFn: async (read) => (await Promise.all([transcript.queryFn(read), preloadMarkdown()]))[0],
    // A first turn is stored only at its end, which brings the stored messages. If a failed one moves to a new
    // conversation or is discarded, this conversation never existed.
    enabled: !first && !isLeft,
  });
  const { data: page, error } = query;
  const files = useConversationFiles(page?.messages);
  const turnsKnown = useReplies((state) => state.known);
  const failure = error && !page && !first && turnsKnown ? failureOf(error) : undefined;
  const isMissing = failure?.kind === 'notFound';
  useTitle(isMissing ? t('conversations.notFound') : (page?.conversation.title ?? t('nav.newChat')));
  const goToLatest = () => {
    setPlace(null);
    navigate(conversationAddress(conversationId));
  };
  // Its message was deleted, or is no longer on the line.
  if (page && place && !markedId && !hasMessage(page, place)) setPlace(null);

  return (
    <ChatFrame
      conversationId={conversationId}
      title={page && <ConversationTitle key={page.conversation.id} conversation={page.conversation} />}
      turns={turns}
      isMissing={isMissing}
      onBeforeSend={around ? goToLatest : undefined}
    >
      {failure && turns.length === 0 ? (
        <div className="mx-auto max-w-lg px-5 pt-16">
          {isMissing ? (
            <NotFound conversationId={conversationId} />
          ) : (
            <LoadFailed error={error} onRetry={() => void query.refetch()} />
          )}
        </div>
      ) : page || turns.length > 0 ? (
        <ConversationFiles value={files}>
          <Transcript
            // Another version of the line opens at the message again: what was in view may not be on it.
            key={around && `${around} ${page?.line}`}
            conversationId={conversationId}
            page={page}
            around={around}
            turns={turns}
            markedId={markedId}
            start={markedId ? null : place}
            onLatest={goToLatest}
          />
        </ConversationFiles>
      ) : (
        <div className="mx-auto max-w-3xl px-5 pt-8 sm:px-8">
          <Skeleton />
        </div>
      )}
    </ChatFrame>
  );
}

function NotFound({ conversationId }: { conversationId: string }) {
  function startNew() {
    rescueDraft(conversationId);
    navigate('/');
  }
  return (
    <div className="text-center">
      <h1 className="font-display text-2xl font-semibold">{t('conversations.notFound')}</h1>
      <p className="mt-2 text-ink-2">{t('conversations.notFoundText')}</p>
      <Button variant="primary" className="mt-6" onClick={startNew}>
        {t('conversations.startNew')}
      </Button>
    </div>
  );
}

/** The title of the conversation on the page; a click changes it in place. */
function ConversationTitle({ conversation }: { conversation: Conversation }) {
  const [renaming, setRenaming] = useState(false);
  if (renaming) {
    return (
      <>
        <h1 className="sr-only">{conversation.title}</h1>
        <RenameField
          conversation={conversation}
          className="h-9 max-w-md rounded-lg px-2.5 font-medium"
          onDone={() => setRenaming(false)}
        />
      </>
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
      <ConversationMenu conversation={conversation} shown align="start" onRename={() => setRenaming(true)} />
    </>
  );
}
