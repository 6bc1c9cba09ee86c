import { X } from '~icons';
import type { StoredFile } from '../../../data/types.ts';
import { t } from '../../../i18n/translate.ts';
import { IconButton } from '../../../ui/button.tsx';
import { FileIcon } from '../file-icon.tsx';
import { contentUrl, isShownPicture } from '../file-kinds.ts';

/** The files of a message that is being edited. Removing one here deletes nothing: the earlier version keeps it. */
export default function KeptFiles({
  files,
  onRemove,
}: {
  files: readonly StoredFile[];
  onRemove: (id: string) => void;
}) {
  return (
    <ul aria-label={t('files.attached')} className="mb-2 flex flex-wrap gap-2">
      {files.map((file) => (
        <li
          key={file.id}
          className="flex max-w-full items-center gap-2 rounded-2xl border border-line bg-raised p-1.5"
        >
          {isShownPicture(file) ? (
            <img src={contentUrl(file.id)} alt="" className="size-9 shrink-0 rounded-xl object-cover" />
          ) : (
            <span className="flex size-9 shrink-0 items-center justify-center rounded-xl bg-sunken text-ink-2">
              <FileIcon name={file.name} />
            </span>
          )}
          <span className="max-w-48 min-w-0 truncate text-sm font-medium" title={file.name}>
            <bdi>{file.name}</bdi>
          </span>
          <IconButton
            icon={<X />}
            label={t('common.remove', { name: file.name })}
            steps
            onClick={() => onRemove(file.id)}
            className="size-8"
          />
        </li>
      ))}
    </ul>
  );
}
