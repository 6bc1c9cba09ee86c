import type { MessageVersions } from '@jarvis/contract';
import { useState } from 'react';
import ChevronLeft from '~icons/chevron-left';
import ChevronRight from '~icons/chevron-right';
import { t } from '../../../i18n/translate.ts';
import { IconButton } from '../../../ui/button.tsx';
import { announce } from '../../../ui/feedback/live-region.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { chooseVersion } from './versions.ts';

/** Switches between the versions of a message. */
export function VersionArrows({
  conversationId,
  versions: { chosen, messageIds },
  disabled,
}: {
  readonly conversationId: string;
  readonly versions: MessageVersions;
  /** While a reply is running: it belongs to the shown version. */
  readonly disabled: boolean;
}) {
  const [busy, setBusy] = useState(false);
  const index = messageIds.indexOf(chosen);

  async function choose(to: number) {
    const messageId = messageIds[to];
    if (messageId === undefined) return;
    setBusy(true);
    try {
      await chooseVersion(conversationId, messageId);
      announce(t('chat.versionOf', { number: to + 1, count: messageIds.length }));
    } catch {
      showToast({ text: t('chat.versionFailed'), tone: 'danger' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <span className="inline-flex items-center text-xs text-ink-3 tabular-nums">
      <IconButton
        label={t('chat.versionBefore')}
        disabled={disabled || busy || index <= 0}
        onClick={() => void choose(index - 1)}
        className="size-8"
      >
        <ChevronLeft className="rtl:rotate-180" />
      </IconButton>
      <span role="img" aria-label={t('chat.versionOf', { number: index + 1, count: messageIds.length })}>
        {index + 1}/{messageIds.length}
      </span>
      <IconButton
        label={t('chat.versionAfter')}
        disabled={disabled || busy || index >= messageIds.length - 1}
        onClick={() => void choose(index + 1)}
        className="size-8"
      >
        <ChevronRight className="rtl:rotate-180" />
      </IconButton>
    </span>
  );
}
