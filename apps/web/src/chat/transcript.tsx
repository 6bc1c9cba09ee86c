import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { MessagePage, ShownMessage } from '../api/types.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { ConnectHint, useConnectHint } from './connect-hint.tsx';
import { FailedTurn } from './failed-turn.tsx';
import { Message, PersonFrame, ReplyFrame } from './message.tsx';
import { ReplyText } from './reply-text.tsx';
import { ToolSteps } from './tool-steps.tsx';
import { drawnKey, type Turn } from './turns.ts';

type Item =
  | { readonly key: string; readonly kind: 'message'; readonly message: ShownMessage }
  | { readonly key: string; readonly kind: 'sent' | 'reply' | 'failed'; readonly turn: Turn }
  | { readonly key: string; readonly kind: 'hint' };

const nearEndPx = 120;
const loadEarlierPx = 1_500;

/**
 * The messages of a conversation and the turn under way. Only what is on the screen is drawn; it stays at the end
 * while it is there, and where it is while earlier messages come in.
 */
export function Transcript({
  page,
  turn,
  markedId,
  onEarlier,
  onLater,
  onLatest,
  onAskAgain,
  onRetry,
  onEdit,
  onDiscard,
}: {
  readonly page: MessagePage | undefined;
  readonly turn: Turn | undefined;
  /** The message that a search has led to. */
  readonly markedId: string | null;
  readonly onEarlier?: () => Promise<void>;
  readonly onLater?: () => Promise<void>;
  /** Goes to the latest messages when they are not among those that are loaded. */
  readonly onLatest?: () => void;
  readonly onAskAgain?: (text: string) => void;
  readonly onRetry: () => void;
  readonly onEdit: () => void;
  readonly onDiscard: () => void;
}) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const hideHint = useConnectHint();
  const hinted = hideHint !== undefined;
  const items = useMemo(() => itemsOf(page, turn, hinted), [page, turn, hinted]);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    estimateSize: useCallback((index: number) => estimateHeight(items[index]), [items]),
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: nearEndPx,
    overscan: 4,
    gap: 32,
    paddingStart: 24,
    paddingEnd: 32,
  });
  const [atEnd, setAtEnd] = useState(markedId === null);
  const loading = useRef(false);

  // Where it opens: at the end, or at what was searched for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page has been opened
  useLayoutEffect(() => {
    const index = markedId
      ? items.findIndex((item) => item.kind === 'message' && item.message.id === markedId)
      : -1;
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'center' });
    else virtualizer.scrollToEnd();
  }, [markedId]);

  // The field below grows and a phone's keyboard rises: what was the end stays in sight.
  const stay = useRef(atEnd);
  stay.current = atEnd;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (stay.current) virtualizer.scrollToEnd();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [virtualizer]);

  // What the person has just sent is shown, wherever they were.
  const turnKey = turn?.key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each turn
  useEffect(() => {
    if (turnKey) virtualizer.scrollToEnd();
  }, [turnKey]);

  const look = () => {
    const element = scroller.current;
    if (!element) return;
    const fromEnd = element.scrollHeight - element.scrollTop - element.clientHeight;
    setAtEnd(fromEnd < nearEndPx);
    const load =
      element.scrollTop < loadEarlierPx && page?.earlier
        ? onEarlier
        : fromEnd < loadEarlierPx && page?.later
          ? onLater
          : undefined;
    if (!load || loading.current) return;
    loading.current = true;
    void load()
      // The next scroll tries again.
      .catch(() => undefined)
      .finally(() => {
        loading.current = false;
      });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a short page may leave room for more at once
  useEffect(look, [items]);

  const lastReply = items.findLast((item) => item.kind === 'message')?.key;
  return (
    <div className="relative h-full">
      <section
        ref={scroller}
        onScroll={look}
        aria-label={t('chat.transcript')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        tabIndex={0}
        className="h-full overflow-y-auto overscroll-contain [overflow-anchor:none] scroll-thin focus-visible:-outline-offset-2"
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
                {item.kind === 'message' ? (
                  <Message
                    message={item.message}
                    last={item.key === lastReply && !turn && item.message.role === 'assistant'}
                    marked={item.message.id === markedId}
                    onAskAgain={() => {
                      const asked = page?.messages.findLast((message) => message.role === 'user');
                      if (asked) onAskAgain?.(asked.content);
                    }}
                  />
                ) : item.kind === 'hint' ? (
                  hideHint && <ConnectHint onHide={hideHint} />
                ) : item.kind === 'sent' ? (
                  <PersonFrame dimmed={item.turn.phase === 'failed'}>{item.turn.text}</PersonFrame>
                ) : item.kind === 'failed' ? (
                  <FailedTurn turn={item.turn} onRetry={onRetry} onEdit={onEdit} onDiscard={onDiscard} />
                ) : (
                  <GrowingReply turn={item.turn} />
                )}
              </div>
            );
          })}
        </div>
      </section>
      {(!atEnd || page?.later) && (
        <button
          type="button"
          onClick={() => (page?.later ? onLatest?.() : virtualizer.scrollToEnd({ behavior: 'smooth' }))}
          className="tap absolute bottom-3 left-1/2 flex h-9 -translate-x-1/2 animate-appear items-center gap-1.5 rounded-full border border-line bg-raised ps-3 pe-4 text-sm font-medium shadow-high hover:border-line-strong"
        >
          <ArrowDown className="size-4" aria-hidden /> {t('chat.latest')}
        </button>
      )}
    </div>
  );
}

/** A reply while it comes in: what is being done, then the text as far as it goes. */
function GrowingReply({ turn }: { readonly turn: Turn }) {
  const { t } = useTranslation();
  return (
    <ReplyFrame>
      <ToolSteps caption="" steps={turn.steps} running />
      {turn.reply === '' ? (
        turn.steps.some((step) => step.state === 'running') ? null : (
          <p role="status" className="flex h-7 items-center gap-1.5" aria-label={t('chat.thinking')}>
            {['', '[animation-delay:200ms]', '[animation-delay:400ms]'].map((delay) => (
              <span key={delay} className={`size-2 animate-breathe rounded-full bg-accent ${delay}`} />
            ))}
          </p>
        )
      ) : (
        <ReplyText text={turn.reply} streaming sourceCount={0} messageId={turn.key} />
      )}
    </ReplyFrame>
  );
}

function itemsOf(page: MessagePage | undefined, turn: Turn | undefined, hinted: boolean): Item[] {
  const items: Item[] = (page?.messages ?? []).map((message) => ({
    key: drawnKey(message.id),
    kind: 'message',
    message,
  }));
  if (!turn) return hinted && items.length > 0 ? [...items, { key: 'hint', kind: 'hint' }] : items;
  items.push({ key: `${turn.key}:message`, kind: 'sent', turn });
  items.push(
    turn.phase === 'failed'
      ? { key: `${turn.key}:failed`, kind: 'failed', turn }
      : { key: `${turn.key}:reply`, kind: 'reply', turn },
  );
  return items;
}

/** A guess that is right within a factor of two, until the row has been measured. */
function estimateHeight(item: Item | undefined): number {
  if (item?.kind !== 'message') return 90;
  const { role, content } = item.message;
  const lines = content.length / (role === 'user' ? 60 : 85) + content.split('\n').length / 2;
  return 60 + lines * 26;
}
