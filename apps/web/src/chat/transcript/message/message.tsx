import type { AttachedFile, MessageVersions, MessageWithExtras } from '@jarvis/contract';
import { lazy, memo, type ReactNode, Suspense } from 'react';
import { Pencil } from '~icons';
import { loadPart } from '../../../data/service/load-part.ts';
import type { OnEdited } from '../../../drafts/edits.ts';
import { stampText } from '../../../i18n/formats.ts';
import { withTexts } from '../../../i18n/index.ts';
import { appLocale, t, useLanguage } from '../../../i18n/translate.ts';
import { IconButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/classes.ts';
import { CopyButton } from '../../../ui/dialog/copy-button.tsx';
import { heightOf } from '../../files/file-kinds.ts';
import { Bubble } from './bubble.tsx';
import { PersonText } from './person-text.tsx';
import { VersionArrows } from './version-arrows.tsx';

const MessageFiles = lazy(() =>
  loadPart(() => withTexts('files', import('../../files/message/message-files.tsx'))),
);

export interface PersonMessageProps {
  readonly message: MessageWithExtras;
  readonly marked: boolean;
  readonly conversationId: string;
  /** If there are others than the shown one. */
  readonly versions: MessageVersions | undefined;
  /** A reply is running in the conversation. */
  readonly busy: boolean;
  readonly onEdited: OnEdited;
}

/** A stored message of the person. */
export const PersonMessage = memo(function PersonMessage(props: PersonMessageProps) {
  const { message, marked, conversationId, versions, busy, onEdited } = props;
  useLanguage();
  return (
    <PersonFrame
      marked={marked}
      files={message.files}
      actions={
        <>
          <Stamp at={message.createdAt} />
          <CopyButton text={message.content} label={t('chat.copyMessage')} className="size-8" />
          <IconButton
            icon={<Pencil />}
            label={t('chat.editMessage')}
            disabled={busy}
            onClick={() => onEdited(message.id, message.content, message.content)}
            className="size-8"
          />
          {versions && <VersionArrows conversationId={conversationId} versions={versions} disabled={busy} />}
        </>
      }
    >
      {message.content}
    </PersonFrame>
  );
});

/** When a message was stored. */
export function Stamp({ at }: { at: string }) {
  const locale = appLocale();
  const time = new Date(at);
  return (
    <time
      dateTime={at}
      title={time.toLocaleString(locale, { dateStyle: 'full', timeStyle: 'short' })}
      className="text-xs text-ink-3 tabular-nums"
    >
      {stampText(time, new Date(), locale)}
    </time>
  );
}

/** The speaker: hidden on the screen, shown on paper. */
const speaker = 'sr-only print:not-sr-only print:mb-1 print:text-sm print:font-semibold';

interface Props {
  readonly children: string;
  readonly files?: readonly AttachedFile[] | undefined;
  readonly actions?: ReactNode;
  readonly marked?: boolean;
  readonly dimmed?: boolean;
}

/** The person's message: a bubble at the end of the line, with the text exactly as written. */
export function PersonFrame({ children, files = [], actions, marked = false, dimmed = false }: Props) {
  return (
    <article className="group relative flex flex-col items-end">
      <h2 className={speaker}>{t('chat.you')}</h2>
      {files.length > 0 && (
        <Suspense fallback={<div style={{ height: heightOf(files) }} />}>
          <MessageFiles files={files} />
        </Suspense>
      )}
      <Bubble className={cx(marked && 'outline-2 outline-offset-4 outline-accent', dimmed && 'opacity-70')}>
        <PersonText text={children} />
      </Bubble>
      <div className="absolute end-0 top-full flex print:hidden h-8 items-center gap-1 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
        {actions}
      </div>
    </article>
  );
}

/** Jarvis's reply: directly on the page, in the whole width of the column. */
export function ReplyFrame({ children, marked = false }: { children: ReactNode; marked?: boolean }) {
  return (
    <article className={cx('group rounded-xl', marked && 'outline-2 outline-offset-8 outline-accent')}>
      <h2 className={speaker}>{t('common.appName')}</h2>
      {children}
    </article>
  );
}
