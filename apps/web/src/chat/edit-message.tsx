import { limits } from '@jarvis/contract/limits';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';

/** A sent message that is written anew; what is sent is another version of it. */
export function EditMessage({
  text,
  isNew,
  isReplaced,
  busy,
  onChange,
  onSend,
  onCancel,
}: {
  readonly text: string;
  /** Nothing has been written yet: it was opened just now, and takes the focus. */
  readonly isNew: boolean;
  /** Another version was put in its place meanwhile. */
  readonly isReplaced: boolean;
  /** A reply is going on: no other version can be sent. */
  readonly busy: boolean;
  readonly onChange: (text: string) => void;
  readonly onSend: (text: string) => void;
  readonly onCancel: () => void;
}) {
  const { t, locale } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const length = [...text.trim()].length;
  const sendable = !busy && length > 0 && length <= limits.chatMessageCharsMax;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => {
    if (!isNew) return;
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (sendable) onSend(text.trim());
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || event.keyCode === 229) return;
        if (event.key === 'Escape') {
          event.stopPropagation();
          onCancel();
        } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && sendable) onSend(text.trim());
      }}
    >
      <textarea
        ref={field}
        value={text}
        dir="auto"
        rows={Math.min(12, text.split('\n').length + 1)}
        aria-label={t('chat.editMessage')}
        onChange={(event) => onChange(event.target.value)}
        className="block w-full resize-none rounded-2xl border border-line-strong bg-raised px-4.5 py-2.5 text-base leading-relaxed scroll-thin"
      />
      {isReplaced && (
        <p role="status" className="mt-2 text-end text-sm text-warn">
          {t('chat.editReplaced')}
        </p>
      )}
      <div className="mt-2 flex items-center justify-end gap-2">
        {length > limits.chatMessageCharsMax && (
          <span className="me-auto text-xs font-medium text-danger">
            {t('chat.overLimit', {
              count: length.toLocaleString(locale),
              max: limits.chatMessageCharsMax.toLocaleString(locale),
            })}
          </span>
        )}
        <Button size="small" variant="quiet" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button size="small" variant="primary" type="submit" disabled={!sendable}>
          {t('chat.sendEdited')}
        </Button>
      </div>
    </form>
  );
}
