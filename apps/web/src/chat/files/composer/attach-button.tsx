import { useRef } from 'react';
import { Camera, Paperclip } from '~icons';
import { t } from '../../../i18n/translate.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Menu, menuItem } from '../../../ui/menu/menu.tsx';
import { preloadFiles } from './use-files.ts';

/** Without HEIC, so that Safari converts photos to JPEG. */
const accepted =
  'image/jpeg,image/png,image/gif,image/webp,application/*,text/*,.md,.csv,.json,.log,.yml,.yaml';
/** Only phones and tablets offer a camera in a file field. */
const hasCamera = matchMedia('(pointer: coarse)').matches;

/** Picks files, or takes a photo. */
export function AttachButton({ onPick }: { onPick: (files: readonly File[]) => void }) {
  const files = useRef<HTMLInputElement>(null);
  const photo = useRef<HTMLInputElement>(null);
  const field = (ref: typeof files, more: object) => (
    <input
      ref={ref}
      type="file"
      hidden
      {...more}
      onChange={({ currentTarget }) => {
        onPick([...(currentTarget.files ?? [])]);
        // Allows picking the same file again.
        currentTarget.value = '';
      }}
    />
  );
  const button = (
    <IconButton
      icon={<Paperclip />}
      label={t('chat.attach')}
      onPointerEnter={preloadFiles}
      onFocus={preloadFiles}
      {...(!hasCamera && { onClick: () => files.current?.click() })}
      className="absolute start-2 bottom-2 size-10 rounded-2xl"
    />
  );
  return (
    <>
      {field(files, { multiple: true, accept: accepted })}
      {hasCamera && field(photo, { accept: 'image/*', capture: 'environment' })}
      {hasCamera ? (
        <Menu
          trigger={button}
          label={t('chat.attach')}
          side="top"
          align="start"
          entries={[
            menuItem(t('chat.attachPick'), <Paperclip />, () => files.current?.click()),
            menuItem(t('chat.attachPhoto'), <Camera />, () => photo.current?.click()),
          ]}
        />
      ) : (
        button
      )}
    </>
  );
}
