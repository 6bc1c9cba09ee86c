import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../data/client.ts';
import type { StoredFile } from '../../data/types.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** A file as it is now: while its text is being read, a change of the account's files reads it again. */
export function useFile<Known extends StoredFile | null>(known: Known): StoredFile | Known {
  const { data } = useQuery(
    trpc.files.get.queryOptions({ id: known?.id ?? '' }, { enabled: known?.textState === 'waiting' }),
  );
  return data?.file ?? known;
}

/** What is known of a file's text, in a few words; empty for a picture. */
export function useFileText(known: StoredFile | null): string {
  const { t } = useTranslation();
  const file = useFile(known);
  if (!file) return '';
  const { textState, textReason, pages } = file;
  const counted = pages === null ? '' : t('files.pages', { count: pages });
  const told =
    textState === 'waiting'
      ? t('files.reading')
      : textReason !== null
        ? t(textState === 'partly' ? 'files.partly' : `files.reasons.${reasons[textReason]}`)
        : '';
  return [counted, told].filter((text) => text !== '').join(' · ');
}

const reasons = {
  scanned: 'scanned',
  encrypted: 'encrypted',
  damaged: 'damaged',
  'too large': 'tooLarge',
  unsupported: 'unsupported',
} as const;
