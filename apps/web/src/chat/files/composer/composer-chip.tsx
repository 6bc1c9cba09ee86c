import { limits } from '@jarvis/contract/limits';
import { LoaderCircle, RotateCw, X } from '~icons';
import { appLocale, t } from '../../../i18n/translate.ts';
import { IconButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/classes.ts';
import { FileIcon } from '../file-icon.tsx';
import { contentUrl, isShownPicture } from '../file-kinds.ts';
import { useFileText } from '../file-state.ts';
import { sizeText } from '../size-text.ts';
import type { TrayItem, UploadProblem } from '../uploads/tray.ts';
import { sendAgain, takeOut } from '../uploads/uploads.ts';

/** A file of the message in the composer, with its actions. */
export function ComposerChip({ tray, item }: { tray: string; item: TrayItem }) {
  const { key, name, bytes, sentBytes, phase, problem, file, preview } = item;
  const fileText = useFileText(file);
  const picture = preview ?? (file && isShownPicture(file) ? contentUrl(file.id) : null);
  const sent = bytes === 0 ? 0 : Math.floor((sentBytes / bytes) * 100) / 100;
  const percent = sent.toLocaleString(appLocale(), { style: 'percent' });
  const isMoving = phase === 'preparing' || phase === 'waiting' || phase === 'sending';
  const told =
    phase === 'preparing' || phase === 'waiting' || phase === 'offline'
      ? t(`files.${phase}`)
      : { sending: percent, stored: fileText, failed: problem ? problemText(problem) : '' }[phase];
  return (
    <li
      className={cx(
        'relative flex w-full max-w-full items-center gap-2 overflow-hidden rounded-2xl border bg-canvas p-1.5 sm:w-64',
        phase === 'failed' ? 'border-danger' : 'border-line',
      )}
    >
      {picture ? (
        <img src={picture} alt="" className="size-11 shrink-0 rounded-xl bg-sunken object-cover" />
      ) : (
        <span className="flex size-11 shrink-0 items-center justify-center rounded-xl bg-sunken text-ink-2">
          {isMoving ? (
            <LoaderCircle className="size-5 animate-spin motion-reduce:animate-none" />
          ) : (
            <FileIcon name={name} />
          )}
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium" title={name}>
          <bdi>{name}</bdi>
        </span>
        <span
          className={cx(
            'block text-xs wrap-anywhere',
            phase === 'failed' ? 'text-danger' : phase === 'offline' ? 'text-warn' : 'text-ink-3',
          )}
        >
          {sizeText(bytes)}
          {told !== '' && ` · ${told}`}
        </span>
      </span>
      {phase === 'failed' && (
        <IconButton
          icon={<RotateCw />}
          label={t('files.again', { name })}
          onClick={() => sendAgain(tray, key)}
          className="size-8"
        />
      )}
      <IconButton
        icon={<X />}
        label={t(phase === 'stored' || phase === 'failed' ? 'common.remove' : 'files.cancel', { name })}
        steps
        onClick={() => takeOut(tray, key)}
        className="size-8"
      />
      {phase !== 'stored' && phase !== 'failed' && (
        <progress
          value={sentBytes}
          max={bytes}
          aria-label={t('files.progress', { name })}
          className="absolute inset-x-0 bottom-0 h-1 w-full appearance-none border-0 bg-transparent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-accent"
        />
      )}
    </li>
  );
}

/** Why a file is refused, in a sentence that names the file and the limit. */
export function problemText(problem: UploadProblem): string {
  const bytesMax = problem.kind === 'tooLarge' ? limits.fileBytesMax : limits.pictureBytesMax;
  const max = problem.kind === 'tooMany' ? limits.filesPerMessageMax : sizeText(bytesMax);
  return t(`files.${problem.kind}`, { ...problem, max });
}
