import { useId } from 'react';
import { cx } from './classes.ts';

interface SwitchRowProps {
  readonly label: string;
  readonly hint: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

/** An on/off setting, with its name and its effect. */
export function SwitchRow({ label, hint, checked, onChange, disabled }: SwitchRowProps) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 grow basis-28">
        <label htmlFor={id} className="text-[0.9375rem] font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className="mt-0.5 text-sm leading-snug text-ink-3">
          {hint}
        </p>
      </div>
      <input
        id={id}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has this state without it
        role="switch"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        disabled={disabled}
        aria-describedby={`${id}-hint`}
        className={cx(
          'relative mt-0.5 h-6 w-11 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-sunken transition-colors after:absolute after:-inset-2.5 checked:border-accent checked:bg-accent disabled:opacity-50',
          'before:block before:size-4 before:m-0.75 before:rounded-full before:bg-ink-3 before:transition-transform checked:before:translate-x-5 checked:before:bg-accent-ink',
          'forced-colors:bg-[ButtonFace] forced-colors:forced-color-adjust-none forced-colors:before:bg-[ButtonText] forced-colors:checked:bg-[Highlight] forced-colors:checked:before:bg-[HighlightText]',
        )}
      />
    </div>
  );
}
