import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import Eye from '~icons/eye';
import EyeOff from '~icons/eye-off';
import { useTranslation } from '../i18n/use-translation.ts';
import { cx } from './classes.ts';

export const inputClasses =
  'h-11 w-full rounded-xl border border-line-strong bg-raised px-3.5 text-base text-ink transition-colors hover:border-ink-3 focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-danger disabled:opacity-60';

interface FieldProps extends ComponentProps<'input'> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
  readonly labelHidden?: boolean;
}

/** A labelled input with its hint and its problem. */
export function Field({ label, hint, problem, labelHidden, className, ...rest }: FieldProps) {
  const id = useId();
  const input = {
    id,
    ...rest,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': hint || problem ? `${id}-hint` : undefined,
  } as const;
  return (
    <div className={className}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-medium'}>
        {label}
      </label>
      {rest.type === 'password' ? (
        <PasswordInput {...input} />
      ) : (
        <input {...input} className={inputClasses} />
      )}
      <FieldNotes id={`${id}-hint`} hint={hint} problem={problem} />
    </div>
  );
}

/** A labelled choice among a few. */
export function Choice({
  label,
  hint,
  children,
  ...rest
}: ComponentProps<'select'> & { readonly label: string; readonly hint?: string }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <select id={id} aria-describedby={hint && `${id}-hint`} className={inputClasses} {...rest}>
        {children}
      </select>
      <FieldNotes id={`${id}-hint`} hint={hint} />
    </div>
  );
}

export function FieldNotes({
  id,
  hint,
  problem,
}: {
  readonly id: string;
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
}) {
  if (!hint && !problem) return null;
  return (
    <p id={id} className={cx('mt-1.5 text-sm leading-snug', problem ? 'text-danger' : 'text-ink-3')}>
      {problem ?? hint}
    </p>
  );
}

function PasswordInput(input: ComponentProps<'input'>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <input {...input} type={shown ? 'text' : 'password'} className={cx(inputClasses, 'pe-12')} />
      <button
        type="button"
        onClick={() => setShown(!shown)}
        aria-label={t(shown ? 'signIn.hidePassword' : 'signIn.showPassword')}
        aria-pressed={shown}
        className="absolute inset-y-0 end-0 flex w-11 items-center justify-center rounded-xl text-ink-3 hover:text-ink"
      >
        {shown ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
      </button>
    </div>
  );
}
