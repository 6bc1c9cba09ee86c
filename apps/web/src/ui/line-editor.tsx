import { Check, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { IconButton } from './button.tsx';
import { inputClasses } from './field.tsx';

/** One line of text being changed in place. Enter keeps it, Escape does not; nothing out of bounds is kept. */
export function LineEditor({
  value,
  label,
  charsMin,
  charsMax,
  problem,
  onDone,
}: {
  readonly value: string;
  readonly label: string;
  readonly charsMin: number;
  readonly charsMax: number;
  readonly problem: string;
  /** Null when nothing is to change. */
  readonly onDone: (value: string | null) => void;
}) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
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
        <input
          ref={field}
          // biome-ignore lint/a11y/noAutofocus: the person has just asked to edit this
          autoFocus
          dir="auto"
          aria-label={label}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? 'line-editor-problem' : undefined}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
              event.stopPropagation();
              onDone(null);
            }
          }}
          className={inputClasses}
        />
        <IconButton type="submit" label={t('common.save')} disabled={wrong}>
          <Check />
        </IconButton>
        <IconButton label={t('common.cancel')} onClick={() => onDone(null)}>
          <X />
        </IconButton>
      </div>
      {wrong && (
        <p id="line-editor-problem" className="mt-1.5 text-sm text-danger">
          {problem}
        </p>
      )}
    </form>
  );
}
