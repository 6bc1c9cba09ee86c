import type { MessagePage, MessageVersions } from '@jarvis/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { rpc } from '../../../data/service/client.ts';
import { readAnew } from '../../replies/transcript-data.ts';

/** The versions of a page's messages that have others, by the shown message. */
export function useVersions(page: MessagePage | undefined): ReadonlyMap<string, MessageVersions> {
  const id = page?.conversation.id ?? '';
  const { data } = useQuery({
    queryKey: ['versions', id, page?.line],
    queryFn: ({ signal }) => rpc.conversations.versions.query({ id }, { signal }),
    enabled: page !== undefined && page.line > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => new Map(data?.versions.map((versions) => [versions.chosen, versions])), [data]);
}

/** Shows another version, with the turns after it. */
export async function chooseVersion(conversationId: string, messageId: string): Promise<void> {
  await rpc.conversations.chooseVersion.mutate({ id: conversationId, messageId });
  await readAnew(conversationId);
}
