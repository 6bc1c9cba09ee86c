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
      className="icon-button tap shrink-0 print:hidden"
    >
      <Download className="size-4.5" />
    </a>
  );
}
