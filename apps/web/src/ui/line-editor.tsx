import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Check, X } from '~icons';
import { t } from '../i18n/translate.ts';
import { Form, IconButton } from './button.tsx';
import { cx, inputClasses } from './classes.ts';
import { useFieldSizing } from './grow-with-text.ts';
import { isComposing } from './keyboard/is-composing.ts';

interface LineEditorProps {
  readonly value: string;
  readonly label: string;
  readonly charsMin?: number;
  readonly charsMax: number;
  /** Shown at a text that is too short or too long. */
  readonly problem?: string;
  /** The look of one without buttons, which is saved also when it loses the focus. */
  readonly bare?: string;
  /** Null for no change. */
  readonly onDone: (value: string | null) => void;
}

/**
 * Editing one line of text in place, fully visible on a narrow screen unless `bare`. Enter saves it, Escape does not;
 * an invalid text is not saved.
 */
export function LineEditor(props: LineEditorProps) {
  const { value, label, charsMin = 0, charsMax, bare, onDone } = props;
  const { problem = t('common.tooLong', { max: charsMax }) } = props;
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const isDone = useRef(false);
  const problemId = useId();
  const [text, setText] = useState(value);
  const length = [...text.trim()].length;
  const wrong = length < charsMin || length > charsMax;
  useEffect(() => field.current?.select(), []);
  useFieldSizing(field, text);

  function finish(keeps: boolean) {
    if (isDone.current || (keeps && wrong)) return;
    isDone.current = true;
    onDone(keeps && text.trim() !== value ? text.trim() : null);
  }

  const control = {
    ref: field,
    autoFocus: true,
    dir: 'auto',
    'aria-label': label,
    'aria-invalid': wrong || undefined,
    'aria-describedby': wrong ? problemId : undefined,
    value: text,
    enterKeyHint: 'done',
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setText(oneLine(target.value)),
    onKeyDown: (event: KeyboardEvent) => {
      if (isComposing(event)) return;
      if (event.key === 'Enter') {
        event.preventDefault();
        finish(true);
      }
      if (event.key === 'Escape') {
        event.stopPropagation();
        finish(false);
      }
    },
  } as const;
  return (
    <Form className="relative w-full" onSubmit={() => finish(true)}>
      {bare === undefined ? (
        <div className="flex flex-wrap items-center gap-1">
          <textarea
            {...control}
            rows={1}
            className={cx(
              inputClasses,
              'field-sizing-content h-auto min-h-11 min-w-40 flex-1 resize-none py-2.25 wrap-anywhere',
            )}
          />
          <span className="ms-auto flex gap-1">
            <IconButton icon={<Check />} type="submit" label={t('common.save')} disabled={wrong} />
            <IconButton icon={<X />} label={t('common.cancel')} onClick={() => finish(false)} />
          </span>
        </div>
      ) : (
        <input
          {...control}
          onBlur={() => finish(true)}
          className={cx(
            'w-full border bg-raised text-ink focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:outline-danger',
            wrong ? 'border-danger' : 'border-accent',
            bare,
          )}
        />
      )}
      {wrong && (
        <p
          id={problemId}
          role="alert"
          className={cx(
            'mt-1.5 w-fit rounded-lg border border-line bg-raised px-2.5 py-1 text-sm text-danger',
            // Below the field, which stays in its line; below one that is higher than the screen, at the screen's end.
            bare ? 'absolute top-full z-10 shadow-high' : 'sticky bottom-2',
          )}
        >
          {problem}
        </p>
      )}
    </Form>
  );
}

/** Pasted text on one line: the service accepts no tab, line break or separator in titles and memories. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
