import type { AttachedFile, MessageVersions, MessageWithExtras } from '@jarvis/contract';
import { lazy, memo, type ReactNode, Suspense } from 'react';
import Pencil from '~icons/pencil';
import RotateCcw from '~icons/rotate-ccw';
import ShieldAlert from '~icons/shield-alert';
import { loadPart } from '../../data/service/load-part.ts';
import type { OnEdited } from '../../drafts/edits.ts';
import { withTexts } from '../../i18n/index.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/classes.ts';
import { CopyButton } from '../../ui/dialog/copy-button.tsx';
import { stampText } from '../../ui/when.tsx';
import { heightOf } from '../files/file-kinds.ts';
import { regenerateReply } from '../replies/send-turn.ts';
import { DrawnFrom } from './drawn-from.tsx';
import { PersonText } from './person-text.tsx';
import { ReplyNotices } from './reply-notices.tsx';
import { ReplyText } from './reply-text.tsx';
import { Sources } from './sources.tsx';
import { ToolSteps } from './tool-steps.tsx';
import { VersionArrows } from './version-arrows.tsx';

const MessageFiles = lazy(() => loadPart(() => withTexts('files', import('../files/message-files.tsx'))));

/** One stored message. `last`: the newest reply, which can be rewritten. */
export const Message = memo(function Message({
  message,
  last,
  marked,
  conversationId,
  versions,
  busy,
  onEdited,
}: {
  readonly message: MessageWithExtras;
  readonly last: boolean;
  readonly marked: boolean;
  readonly conversationId: string;
  /** If there are others than the shown one. */
  readonly versions: MessageVersions | undefined;
  /** A reply is running in the conversation. */
  readonly busy: boolean;
  readonly onEdited: OnEdited;
}) {
  const { t, locale } = useTranslation();
  const time = new Date(message.createdAt);
  const stamp = (
    <time
      dateTime={message.createdAt}
      title={time.toLocaleString(locale, { dateStyle: 'full', timeStyle: 'short' })}
      className="text-xs text-ink-3 tabular-nums"
    >
      {stampText(time, new Date(), locale)}
    </time>
  );
  const arrows = versions && (
    <VersionArrows conversationId={conversationId} versions={versions} disabled={busy} />
  );
  if (message.role === 'user') {
    return (
      <PersonFrame
        marked={marked}
        files={message.files}
        actions={
          <>
            {stamp}
            <CopyButton text={message.content} label={t('chat.copyMessage')} className="size-8" />
            <IconButton
              label={t('chat.editMessage')}
              disabled={busy}
              onClick={() => onEdited(message.id, message.content, message.content)}
              className="size-8"
            >
              <Pencil />
            </IconButton>
            {arrows}
          </>
        }
      >
        {message.content}
      </PersonFrame>
    );
  }
  const { sources = [], toolRun, stopped, drawnFrom = [] } = message.extras ?? {};
  return (
    <ReplyFrame marked={marked}>
      {toolRun && <ToolSteps caption={toolRun.caption} steps={toolRun.steps} running={false} />}
      {message.policyDenied && (
        <p className="mb-2 flex items-center gap-1.5 text-sm text-warn">
          <ShieldAlert className="size-4" aria-hidden /> {t('chat.denied')}
        </p>
      )}
      <ReplyText
        text={message.content}
        streaming={false}
        sourceCount={sources.length}
        messageId={message.id}
      />
      {stopped && <p className="mt-2 text-sm text-ink-3">{t('chat.stopped')}</p>}
      {sources.length > 0 && <Sources sources={sources} messageId={message.id} />}
      {drawnFrom.length > 0 && <DrawnFrom conversations={drawnFrom} />}
      <div
        className={cx(
          '-ms-2 mt-1.5 flex items-center gap-0.5 transition-opacity duration-150 print:hidden',
          !last &&
            'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
        )}
      >
        <CopyButton text={message.content} label={t('chat.copyReply')} className="size-8" />
        {last && (
          <IconButton
            label={t('chat.askAgain')}
            disabled={busy}
            onClick={() => regenerateReply(conversationId, message.id)}
            className="size-8"
          >
            <RotateCcw />
          </IconButton>
        )}
        {arrows}
        <span className="ps-1.5">{stamp}</span>
      </div>
      {message.extras && (
        <ReplyNotices extras={message.extras} last={last} conversationId={conversationId} busy={busy} />
      )}
    </ReplyFrame>
  );
});

/** The speaker: hidden on the screen, shown on paper. */
const speaker = 'sr-only print:not-sr-only print:mb-1 print:text-sm print:font-semibold';

/** The person's message: a bubble at the end of the line, with the text exactly as written. */
export function PersonFrame({
  children,
  files = [],
  actions,
  marked = false,
  dimmed = false,
}: {
  readonly children: string;
  readonly files?: readonly AttachedFile[] | undefined;
  readonly actions?: ReactNode;
  readonly marked?: boolean;
  readonly dimmed?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <article className="group relative flex flex-col items-end">
      <h2 className={speaker}>{t('chat.you')}</h2>
      {files.length > 0 && (
        <Suspense fallback={<div style={{ height: heightOf(files) }} />}>
          <MessageFiles files={files} />
        </Suspense>
      )}
      <div
        dir="auto"
        className={cx(
          'max-w-[88%] rounded-3xl rounded-ee-lg bg-accent-soft px-4.5 print:border print:border-line py-2.5 leading-relaxed whitespace-pre-wrap text-ink wrap-anywhere sm:max-w-[80%]',
          marked && 'outline-2 outline-offset-4 outline-accent',
          dimmed && 'opacity-70',
        )}
      >
        <PersonText text={children} />
      </div>
      <div className="absolute end-0 top-full flex print:hidden h-8 items-center gap-1 opacity-0 transition-opacity duration-150 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
        {actions}
      </div>
    </article>
  );
}

/** Jarvis's reply: directly on the page, in the whole width of the column. */
export function ReplyFrame({
  children,
  marked = false,
}: {
  readonly children: ReactNode;
  readonly marked?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <article className={cx('group rounded-xl', marked && 'outline-2 outline-offset-8 outline-accent')}>
      <h2 className={speaker}>{t('common.appName')}</h2>
      {children}
    </article>
  );
}
