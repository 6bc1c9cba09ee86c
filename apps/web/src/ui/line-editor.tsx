import { useEffect, useRef, useState } from 'react';
import Check from '~icons/check';
import X from '~icons/x';
import { t } from '../i18n/translate.ts';
import { IconButton } from './button.tsx';
import { cx } from './classes.ts';
import { inputClasses } from './field.tsx';
import { isComposing } from './keyboard/is-composing.ts';
import { oneLine } from './one-line.ts';

interface LineEditorProps {
  readonly value: string;
  readonly label: string;
  readonly charsMin: number;
  readonly charsMax: number;
  readonly problem: string;
  /** Null for no change. */
  readonly onDone: (value: string | null) => void;
}

/**
 * Editing one line of text in place, fully visible on a narrow screen. Enter saves it, Escape does not; an invalid
 * text is not saved.
 */
export function LineEditor({ value, label, charsMin, charsMax, problem, onDone }: LineEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(value);
  const length = [...text.trim()].length;
  const wrong = length < charsMin || length > charsMax;
  useEffect(() => field.current?.select(), []);

  function keep() {
    if (!wrong) onDone(text.trim() === value ? null : text.trim());
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        keep();
      }}
    >
      <div className="flex items-center gap-1">
        <textarea
          ref={field}
          // biome-ignore lint/a11y/noAutofocus: the person has just asked to edit this
          autoFocus
          dir="auto"
          aria-label={label}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? 'line-editor-problem' : undefined}
          value={text}
          rows={1}
          enterKeyHint="done"
          onChange={(event) => setText(oneLine(event.target.value))}
          onKeyDown={(event) => {
            if (isComposing(event)) return;
            if (event.key === 'Enter') {
              event.preventDefault();
              keep();
            }
            if (event.key === 'Escape') {
              event.stopPropagation();
              onDone(null);
            }
          }}
          className={cx(
            inputClasses,
            'field-sizing-content h-auto min-h-11 resize-none py-2.25 wrap-anywhere',
          )}
        />
        <IconButton icon={<Check />} type="submit" label={t('common.save')} disabled={wrong} />
        <IconButton icon={<X />} label={t('common.cancel')} onClick={() => onDone(null)} />
      </div>
      {wrong && (
        <p id="line-editor-problem" className="mt-1.5 text-sm text-danger">
          {problem}
        </p>
      )}
    </form>
  );
}
