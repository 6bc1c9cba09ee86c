import { limits } from '@jarvis/contract/limits';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryClient, rpc } from '../../data/service/client.ts';

/** The service's reading of a text. */
export type TimeReading = Awaited<ReturnType<typeof rpc.time.parse.mutate>> & {
  /** The text that was read. */
  readonly asked: string;
};

const readingQuery = (asked: string, timeZone: string) =>
  queryOptions({
    queryKey: ['time-reading', asked, timeZone],
    queryFn: async (): Promise<TimeReading> => ({
      ...(await rpc.time.parse.mutate({ text: asked, timeZone })),
      asked,
    }),
    staleTime: 30_000,
    gcTime: 60_000,
    retry: false,
  });

const isReadable = (text: string) => text.trim() !== '' && text.length <= limits.timeTextCharsMax;

/** The reading of a text at once; undefined for an empty one, and for one that is too long for it. */
export const readTime = async (text: string, timeZone: string): Promise<TimeReading | undefined> =>
  isReadable(text) ? queryClient.fetchQuery(readingQuery(text, timeZone)) : undefined;

const pauseMs = 200;

/** The reading of a text after a pause in typing; until then the previous one, if its words are still in the text. */
export function useReading(wanted: string, timeZone: string): TimeReading | undefined {
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), pauseMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const enabled = isReadable(asked) && isReadable(wanted);
  const { data } = useQuery({ ...readingQuery(asked, timeZone), placeholderData: keepPreviousData, enabled });
  const isOfThis = data?.spans.every(({ start, end }) => wanted.includes(data.asked.slice(start, end)));
  return enabled && isOfThis ? data : undefined;
}
