import type { AttachedFile } from '@jarvis/contract';
import { lazy, Suspense, useState } from 'react';
import { loadPart } from '../../../data/service/load-part.ts';
import type { StoredFile } from '../../../data/types.ts';
import { t } from '../../../i18n/translate.ts';
import { FileIcon } from '../file-icon.tsx';
import { contentUrl, hasText, isDeleted, isShownPicture, pictureHeight } from '../file-kinds.ts';
import { useFile, useFileText } from '../file-state.ts';
import { sizeText } from '../size-text.ts';
import { DownloadLink } from './download-link.tsx';
import { FileTextButton } from './page-citation.tsx';

const Lightbox = lazy(() => loadPart(() => import('./lightbox.tsx')));

/** The files of a message: pictures in a row, then the documents. */
export default function MessageFiles({ files }: { files: readonly AttachedFile[] }) {
  const pictures = files.filter((file): file is StoredFile => !isDeleted(file) && isShownPicture(file));
  const others = files.filter((file) => isDeleted(file) || !isShownPicture(file));
  return (
    <div className="mb-2 flex w-full flex-col items-end gap-2">
      {pictures.length > 0 && <Pictures pictures={pictures} />}
      {others.map((file) =>
        isDeleted(file) ? (
          <DeletedChip key={file.id} name={file.name} />
        ) : (
          <DocumentChip key={file.id} file={file} />
        ),
      )}
    </div>
  );
}

function Pictures({ pictures }: { pictures: readonly StoredFile[] }) {
  const [shown, setShown] = useState<number | null>(null);
  return (
    <>
      <div className="flex max-w-full gap-2 overflow-x-auto rounded-2xl scroll-thin print:flex-wrap">
        {pictures.map(({ id, name, width, height }, index) => (
          <button
            key={id}
            type="button"
            aria-label={t('files.open', { name })}
            onClick={() => setShown(index)}
            className="shrink-0 overflow-hidden rounded-2xl border border-line bg-sunken focus-visible:-outline-offset-2"
          >
            {/* The space is reserved before the picture has loaded. */}
            <img
              src={contentUrl(id)}
              alt={name}
              loading="lazy"
              className="max-w-[75vw] object-cover sm:max-w-sm"
              style={{ height: pictureHeight, width: widthOf(width, height) }}
            />
          </button>
        ))}
      </div>
      {shown !== null && (
        <Suspense>
          <Lightbox pictures={pictures} at={shown} onAt={setShown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  );
}

/** In pixels. Crops a picture that is much taller or wider than others. */
const widthOf = (width: number | null, height: number | null): number =>
  width && height ? Math.round(Math.min(2.2, Math.max(0.5, width / height)) * pictureHeight) : pictureHeight;

const chip =
  'flex w-72 max-w-full items-center gap-2.5 rounded-2xl border border-line bg-raised p-1.5 text-start';

function DocumentChip({ file: known }: { file: StoredFile }) {
  const { file, isGone } = useFile(known);
  const told = useFileText(known);
  const { id, name, bytes } = file;
  if (isGone) return <DeletedChip name={name} />;
  const about = (
    <>
      <span className="flex size-11 shrink-0 items-center justify-center rounded-xl bg-sunken text-ink-2">
        <FileIcon name={name} />
      </span>
      <span className="min-w-0 flex-1">
        <span
          className="block truncate text-sm font-medium wrap-anywhere print:whitespace-normal"
          title={name}
        >
          <bdi>{name}</bdi>
        </span>
        <span className="block text-xs text-ink-3">
          {sizeText(bytes)}
          {told !== '' && ` · ${told}`}
        </span>
      </span>
    </>
  );
  return (
    <div className={chip}>
      {hasText(file) ? (
        <FileTextButton
          file={file}
          page={1}
          title={t('files.read')}
          className="flex min-w-0 flex-1 items-center gap-2.5 rounded-xl text-start hover:bg-sunken"
        >
          {about}
        </FileTextButton>
      ) : (
        <span className="flex min-w-0 flex-1 items-center gap-2.5">{about}</span>
      )}
      <DownloadLink id={id} name={name} />
    </div>
  );
}

function DeletedChip({ name }: { name: string }) {
  return (
    <p className={`${chip} px-3 py-2 text-sm text-ink-3`}>
      <span dir="auto" className="min-w-0 truncate line-through">
        {name}
      </span>
      <span className="shrink-0">{t('files.deleted')}</span>
    </p>
  );
}
