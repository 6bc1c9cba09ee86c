import { Fragment, type ReactNode, useMemo } from 'react';
import { ArrowDown } from '~icons';
import { useEdits } from '../../drafts/edits.ts';
import { t } from '../../i18n/translate.ts';
import { ConnectHint, useConnectHint } from '../connect-hint.tsx';
import { sendMessage } from '../replies/send-turn.ts';
import { useReplies } from '../replies/store.ts';
import { isGoingOn } from '../replies/turn.ts';
import { useTurnFiles } from '../replies/use-turn-files.ts';
import { EditMessage } from './message/edit-message.tsx';
import { PersonFrame, PersonMessage } from './message/message.tsx';
import { useVersions } from './message/version-arrows.tsx';
import { Printed } from './printed.tsx';
import { Reply } from './reply/reply.tsx';
import { itemsOf, type TranscriptItem } from './transcript-items.ts';
import { FailedTurn, QueuedTurn } from './unanswered-turn.tsx';
import { type ScrolledTranscript, useTranscriptScroll } from './use-transcript-scroll.ts';

const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');

interface TranscriptProps extends ScrolledTranscript {
  /** Goes to the latest messages if they are not loaded. */
  readonly onLatest?: () => void;
}

/** The messages of a conversation and its unstored turns. Only visible rows are rendered. */
export default function Transcript(props: TranscriptProps) {
  const { conversationId, page, turns, markedId = null, onLatest } = props;
  const hint = useConnectHint();
  const hinted = hint !== undefined;
  const versions = useVersions(page);
  useTurnFiles(turns);
  const busy = turns.some(isGoingOn);
  const { edits, onEdited } = useEdits(conversationId);
  const drawn = useReplies((state) => state.drawn);
  const items = useMemo(
    () => itemsOf(page, turns, hinted, edits, drawn),
    [page, turns, hinted, edits, drawn],
  );
  const { scroller, virtualizer, atEnd, look } = useTranscriptScroll(props, items);
  const lastStored = items.findLast(({ kind }) => kind === 'message' || kind === 'edit')?.key;

  function shown(item: TranscriptItem): ReactNode {
    switch (item.kind) {
      case 'message': {
        const { message } = item;
        const shared = { message, marked: message.id === markedId, versions: versions.get(message.id), busy };
        return message.role === 'user' ? (
          <PersonMessage {...shared} conversationId={conversationId ?? ''} onEdited={onEdited} />
        ) : (
          <Reply
            {...shared}
            conversationId={conversationId ?? ''}
            last={item.key === lastStored && turns.length === 0}
          />
        );
      }
      case 'edit':
        return (
          <EditMessage
            text={item.text}
            files={item.message?.files}
            isNew={item.text === item.message?.content}
            isReplaced={item.message === undefined}
            busy={busy}
            onChange={(text) => onEdited(item.messageId, text, item.message?.content)}
            onCancel={() => onEdited(item.messageId, undefined)}
            onSend={(text, files) => {
              const replaces = { messageId: item.messageId, reply: false };
              const isSent = sendMessage(conversationId ?? '', text, files, replaces);
              if (isSent) onEdited(item.messageId, undefined);
              return isSent;
            }}
          />
        );
      case 'sent':
        return (
          <PersonFrame dimmed={!isGoingOn(item.turn)} files={item.turn.files}>
            {item.turn.text}
          </PersonFrame>
        );
      case 'reply':
        return <Reply turn={item.turn} conversationId={conversationId ?? ''} busy={busy} />;
      case 'failed':
        return <FailedTurn turn={item.turn} busy={busy} />;
      case 'queued':
        return <QueuedTurn turn={item.turn} />;
      case 'hint':
        return hint && <ConnectHint hint={hint} />;
    }
  }

  return (
    <div className="relative h-full on-paper">
      <Printed page={page} turns={turns} draw={(item) => <Fragment key={item.key}>{shown(item)}</Fragment>} />
      <section
        ref={scroller}
        onScroll={look}
        aria-label={t('chat.transcript')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        tabIndex={0}
        className="h-full overflow-y-auto overscroll-contain print:hidden [overflow-anchor:none] scroll-thin focus-visible:-outline-offset-2"
      >
        <div className="relative mx-auto w-full max-w-3xl" style={{ height: virtualizer.getTotalSize() }}>
          {page?.earlier && (
            <p
              role="status"
              className="absolute inset-x-0 top-1 animate-breathe text-center text-xs text-ink-3"
            >
              {t('chat.earlier')}
            </p>
          )}
          {virtualizer.getVirtualItems().map((row) => {
            const item = items[row.index];
            if (!item) return null;
            return (
              <div
                key={row.key}
                ref={virtualizer.measureElement}
                data-index={row.index}
                className="absolute inset-x-0 top-0 px-5 sm:px-8"
                style={{ transform: `translateY(${row.start}px)` }}
              >
                {shown(item)}
              </div>
            );
          })}
        </div>
      </section>
      {(!atEnd || page?.later) && (
        <button
          type="button"
          onClick={() =>
            page?.later
              ? onLatest?.()
              : virtualizer.scrollToEnd({ behavior: lessMotion.matches ? 'auto' : 'smooth' })
          }
          className="tap absolute bottom-3 print:hidden left-1/2 flex h-9 -translate-x-1/2 animate-appear items-center gap-1.5 rounded-full border border-line bg-raised ps-3 pe-4 text-sm font-medium whitespace-nowrap shadow-high hover:border-line-strong"
        >
          <ArrowDown className="size-4" /> {t('chat.latest')}
        </button>
      )}
    </div>
  );
}
