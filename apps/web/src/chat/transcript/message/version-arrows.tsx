import type { MessageVersions } from '@jarvis/contract';
import { useMutation } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from '~icons';
import { t } from '../../../i18n/translate.ts';
import { IconButton } from '../../../ui/button.tsx';
import { announce } from '../../../ui/feedback/live-region.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { chooseVersion } from './versions.ts';

interface Props {
  readonly conversationId: string;
  readonly versions: MessageVersions;
  /** While a reply is running: it belongs to the shown version. */
  readonly disabled: boolean;
}

/** Switches between the versions of a message. */
export function VersionArrows({ conversationId, versions: { chosen, messageIds }, disabled }: Props) {
  const index = messageIds.indexOf(chosen);
  const nameOf = (at: number) => t('chat.versionOf', { number: at + 1, count: messageIds.length });
  const choose = useMutation({
    mutationFn: (at: number) => chooseVersion(conversationId, messageIds[at] ?? chosen),
    onSuccess: (_, at) => announce(nameOf(at)),
    onError: () => showToast({ text: t('chat.versionFailed') }),
  });

  return (
    <span className="inline-flex items-center text-xs text-ink-3 tabular-nums">
      <IconButton
        icon={<ChevronLeft className="rtl:rotate-180" />}
        label={t('chat.versionBefore')}
        disabled={disabled || choose.isPending || index <= 0}
        onClick={() => choose.mutate(index - 1)}
        className="size-8"
      />
      <span role="img" aria-label={nameOf(index)}>
        {index + 1}/{messageIds.length}
      </span>
      <IconButton
        icon={<ChevronRight className="rtl:rotate-180" />}
        label={t('chat.versionAfter')}
        disabled={disabled || choose.isPending || index >= messageIds.length - 1}
        onClick={() => choose.mutate(index + 1)}
        className="size-8"
      />
    </span>
  );
}
