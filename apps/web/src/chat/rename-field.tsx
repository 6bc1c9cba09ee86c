import { limits } from '@jarvis/contract/limits';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { cx } from '../ui/classes.ts';

/** A title being changed in place. Enter and leaving keep it, Escape does not; an empty one changes nothing. */
export function RenameField({
  title,
  className,
  onDone,
}: {
  readonly title: string;
  readonly className?: string;
  readonly onDone: (title: string | null) => void;
}) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  useEffect(() => field.current?.select(), []);

  function finish(keep: boolean) {
    if (done.current) return;
    done.current = true;
    const next = [...(field.current?.value.trim() ?? '')].slice(0, limits.conversationTitleCharsMax).join('');
    onDone(keep && next !== '' && next !== title ? next : null);
  }

  return (
    <input
      ref={field}
      defaultValue={title}
      // biome-ignore lint/a11y/noAutofocus: the person has just asked to edit this
      autoFocus
      dir="auto"
      aria-label={t('conversations.renameLabel')}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') finish(true);
        if (event.key === 'Escape') {
          event.stopPropagation();
          finish(false);
        }
      }}
      className={cx('w-full border border-accent bg-raised text-ink', className)}
    />
  );
}
