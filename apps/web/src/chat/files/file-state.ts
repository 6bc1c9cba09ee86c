import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../data/service/client.ts';
import { failureOf } from '../../data/service/failure.ts';
import type { StoredFile } from '../../data/types.ts';
import { t } from '../../i18n/translate.ts';

const readingMs = 2_000;

/** A file's present state, refetched until its text is read or the file is deleted (`isGone`). */
export function useFile<Known extends StoredFile | null>(
  known: Known,
): { readonly file: StoredFile | Known; readonly isGone: boolean } {
  const { data, error } = useQuery(
    trpc.files.get.queryOptions(
      { id: known?.id ?? '' },
      {
        enabled: known?.textState === 'waiting',
        // The text may be read before the stream of changes is open.
        refetchInterval: ({ state }) =>
          state.data?.file.textState === 'waiting' && !isMissing(state.error) && readingMs,
        staleTime: 0,
      },
    ),
  );
  return { file: data?.file ?? known, isGone: isMissing(error) };
}

const isMissing = (error: unknown): boolean => error !== null && failureOf(error).kind === 'notFound';

/** The state of a file's text in a few words; empty for a picture. */
export function useFileText(known: StoredFile | null): string {
  const { file, isGone } = useFile(known);
  if (!file) return '';
  if (isGone) return t('files.deleted');
  const { textState, textReason, pages } = file;
  const counted = pages === null ? '' : t('files.pages', { count: pages });
  const told =
    textState === 'waiting'
      ? t('files.reading')
      : textReason !== null
        ? t(textState === 'partly' ? 'files.partly' : `files.reasons.${textReason}`)
        : '';
  return [counted, told].filter((text) => text !== '').join(' · ');
}
