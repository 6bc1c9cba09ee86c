import type { MessagePage, MessageVersions } from '@jarvis/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { ChevronLeft, ChevronRight } from '~icons';
import { rpc } from '../../../data/service/client.ts';
import { t } from '../../../i18n/translate.ts';
import { conversationAddress, conversationIn } from '../../../routing/addresses.ts';
import { history } from '../../../routing/history.ts';
import { IconButton } from '../../../ui/button.tsx';
import { announce } from '../../../ui/feedback/live-region.tsx';
import { useChange } from '../../../ui/feedback/use-change.ts';
import { chooseVersion } from '../../replies/transcript-data.ts';

/** The versions of a page's messages that have others, by each of them: one that is chosen has its arrows at once. */
export function useVersions(page: MessagePage | undefined): ReadonlyMap<string, MessageVersions> {
  const id = page?.conversation.id ?? '';
  const { data } = useQuery({
    queryKey: ['versions', id, page?.line],
    queryFn: ({ signal }) => rpc.conversations.versions.query({ id }, { signal }),
    enabled: page !== undefined && page.line > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  return useMemo(
    () =>
      new Map(
        data?.versions.flatMap((versions) =>
          versions.messageIds.map((chosen) => [chosen, { ...versions, chosen }]),
        ),
      ),
    [data],
  );
}

interface Props {
  readonly conversationId: string;
  readonly versions: MessageVersions;
  /** While a reply is running: it belongs to the shown version. */
  readonly disabled: boolean;
}

/** The version that an arrow has chosen, and its direction: the arrows of that message take over its focus. */
let chosenByArrow = { messageId: '', step: 0 };

/** Switches between the versions of a message. */
export function VersionArrows({ conversationId, versions: { chosen, messageIds }, disabled }: Props) {
  const index = messageIds.indexOf(chosen);
  const nameOf = (at: number) => t('chat.versionOf', { number: at + 1, count: messageIds.length });
  const arrows = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const { messageId, step } = chosenByArrow;
    if (messageId !== chosen) return;
    chosenByArrow = { messageId: '', step: 0 };
    const enabled = arrows.current?.querySelectorAll<HTMLElement>('button:enabled') ?? [];
    // Unless the person has moved it meanwhile.
    if (document.activeElement === document.body) enabled[step < 0 ? 0 : enabled.length - 1]?.focus();
  }, [chosen]);
  const choose = useChange(async (step: number) => {
    const at = index + step;
    const messageId = messageIds[at] ?? chosen;
    chosenByArrow = { messageId, step };
    const isFar = await chooseVersion(conversationId, messageId);
    // The message of the address may be that of another version. Unless the person has left meanwhile.
    const { pathname, search } = history.location;
    if ((isFar || search !== '') && conversationIn(pathname) === conversationId)
      history.replace(conversationAddress(conversationId, messageId));
    announce(nameOf(at));
  });

  return (
    <span ref={arrows} className="inline-flex items-center text-xs text-ink-3 tabular-nums">
      <IconButton
        steps
        icon={<ChevronLeft className="rtl:rotate-180" />}
        label={t('chat.versionBefore')}
        disabled={disabled || choose.isPending || index <= 0}
        onClick={() => choose.mutate(-1)}
        className="size-8"
      />
      <span role="img" aria-label={nameOf(index)}>
        {index + 1}/{messageIds.length}
      </span>
      <IconButton
        steps
        icon={<ChevronRight className="rtl:rotate-180" />}
        label={t('chat.versionAfter')}
        disabled={disabled || choose.isPending || index >= messageIds.length - 1}
        onClick={() => choose.mutate(1)}
        className="size-8"
      />
    </span>
  );
}
