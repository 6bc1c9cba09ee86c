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
  return (
    <div className={className}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-medium'}>
        {label}
      </label>
      <Input id={id} hintId={`${id}-hint`} problem={problem} hasHint={Boolean(hint)} {...rest} />
      <FieldNotes id={`${id}-hint`} hint={hint} problem={problem} />
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

function Input({
  hintId,
  problem,
  hasHint,
  type,
  ...rest
}: ComponentProps<'input'> & {
  readonly hintId: string;
  readonly problem: string | undefined;
  readonly hasHint: boolean;
}) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const shared = {
    ...rest,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': hasHint || problem ? hintId : undefined,
  } as const;
  if (type !== 'password') return <input {...shared} type={type} className={inputClasses} />;
  return (
    <div className="relative">
      <input {...shared} type={shown ? 'text' : 'password'} className={cx(inputClasses, 'pe-12')} />
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
