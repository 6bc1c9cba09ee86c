import { Download } from '~icons';
import { t } from '../../../i18n/translate.ts';
import { contentUrl } from '../file-kinds.ts';

/** An icon that downloads a file. */
export function DownloadLink({ id, name }: { id: string; name: string }) {
  return (
    <a
      href={contentUrl(id)}
      download={name}
      aria-label={t('files.download', { name })}
      title={t('files.download', { name })}
      className="tap inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-ink-3 hover:bg-sunken hover:text-ink print:hidden"
    >
      <Download className="size-[1.125rem]" />
    </a>
  );
}
