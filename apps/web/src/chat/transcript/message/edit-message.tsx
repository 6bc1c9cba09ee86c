import type { AttachedFile } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { loadPart } from '../../../data/service/load-part.ts';
import type { StoredFile } from '../../../data/types.ts';
import { withTexts } from '../../../i18n/index.ts';
import { appLocale, t } from '../../../i18n/translate.ts';
import { Button, Form } from '../../../ui/button.tsx';
import { cx } from '../../../ui/classes.ts';
import { useFieldSizing } from '../../../ui/grow-with-text.ts';
import { isComposing } from '../../../ui/keyboard/is-composing.ts';
import { useHasKeys } from '../../../ui/keyboard/use-has-keys.ts';
import { focusComposer } from '../../composer.tsx';
import { isDeleted } from '../../files/file-kinds.ts';

const KeptFiles = lazy(() =>
  loadPart(() => withTexts('files', import('../../files/message/kept-files.tsx'))),
);

interface EditMessageProps {
  readonly text: string;
  /** Of the message; each can be left out of the other version. */
  readonly files?: readonly AttachedFile[] | undefined;
  /** Just opened and unchanged: takes the focus. */
  readonly isNew: boolean;
  /** Another version has replaced it meanwhile. */
  readonly isReplaced: boolean;
  /** A reply is running: no other version can be sent. */
  readonly busy: boolean;
  readonly onChange: (text: string) => void;
  /** Returns whether it was accepted. */
  readonly onSend: (text: string, files: readonly StoredFile[]) => boolean;
  readonly onCancel: () => void;
}

/** Editing a sent message; sending stores another version of it. */
export function EditMessage(props: EditMessageProps) {
  const { text, files = [], isNew, isReplaced, busy, onChange, onSend, onCancel } = props;
  const locale = appLocale();
  const hasKeys = useHasKeys();
  const hintId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useFieldSizing(field, text);
  const length = [...text.trim()].length;
  const tooLong = length > limits.chatMessageCharsMax;
  const [kept, setKept] = useState(() => files.filter((file): file is StoredFile => !isDeleted(file)));
  const sendable = !busy && length > 0 && !tooLong;
  /** The field is about to be removed: the keys that follow are for the next message, as after any other one. */
  const send = () => {
    if (sendable && onSend(text.trim(), kept) && hasKeys) focusComposer();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => {
    if (!isNew) return;
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);

  return (
    <Form
      onSubmit={send}
      onKeyDown={(event) => {
        if (isComposing(event)) return;
        if (event.key === 'Escape') {
          event.stopPropagation();
          onCancel();
        } else if (event.key === 'Enter' && !event.shiftKey && hasKeys) {
          event.preventDefault();
          send();
        }
      }}
    >
      {kept.length > 0 && (
        <Suspense>
          <KeptFiles files={kept} onRemove={(id) => setKept((now) => now.filter((file) => file.id !== id))} />
        </Suspense>
      )}
      <textarea
        ref={field}
        value={text}
        dir="auto"
        rows={1}
        aria-label={t('chat.editMessage')}
        aria-describedby={hintId}
        enterKeyHint={hasKeys ? 'send' : 'enter'}
        onChange={(event) => onChange(event.target.value)}
        className="block field-sizing-content max-h-[40dvh] w-full resize-none rounded-2xl border border-line-strong bg-raised px-4.5 py-2.5 text-base leading-relaxed scroll-thin focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0"
      />
      {isReplaced && (
        <p role="status" className="mt-2 text-end text-sm text-warn">
          {t('chat.editReplaced')}
        </p>
      )}
      <div className="mt-2 flex flex-wrap items-center justify-end gap-x-2">
        <span
          id={hintId}
          className={cx('me-auto ps-4.5 text-xs', tooLong ? 'font-medium text-danger' : 'text-ink-3')}
        >
          {tooLong
            ? t('chat.overLimit', {
                count: length.toLocaleString(locale),
                max: limits.chatMessageCharsMax.toLocaleString(locale),
              })
            : hasKeys && t('chat.hint')}
        </span>
        <div className="flex gap-2">
          <Button size="small" variant="quiet" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button size="small" variant="primary" type="submit" disabled={!sendable}>
            {t('chat.sendEdited')}
          </Button>
        </div>
      </div>
    </Form>
  );
}
