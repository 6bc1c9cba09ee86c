import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { Eye, EyeOff } from '~icons';
import { t } from '../i18n/translate.ts';
import { cx, inputClasses } from './classes.ts';

interface Labels {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
  /** The label is for screen readers only. */
  readonly labelHidden?: boolean;
  readonly className?: string | undefined;
}

/** A labelled input with its hint and its problem. */
export function Field({ type, ...rest }: ComponentProps<'input'> & Labels) {
  const [frame, input] = useLabels(rest);
  return frame(
    type === 'password' ? (
      <PasswordInput {...input} />
    ) : (
      <input type={type} {...input} className={inputClasses} />
    ),
  );
}

/** The same for several lines of text. */
export function TextField(props: ComponentProps<'textarea'> & Labels) {
  const [frame, input] = useLabels(props);
  return frame(<textarea {...input} className={`${inputClasses} block h-auto py-2.5 leading-relaxed`} />);
}

/** A labelled choice among a few; each option is its value and its name. */
export function Choice({
  options,
  ...rest
}: Omit<ComponentProps<'select'>, 'children'> &
  Labels & { options: readonly (readonly [value: string | number, name: string])[] }) {
  const [frame, input] = useLabels(rest);
  return frame(
    <select {...input} className={inputClasses}>
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>,
  );
}

/** A frame with the label and the notes of a control, and the properties of the control itself. */
function useLabels<Props extends Labels & { id?: string | undefined }>(props: Props) {
  const ownId = useId();
  const { label, hint, problem, labelHidden, className, id = ownId, ...control } = props;
  const frame = (children: ReactNode) => (
    <div className={className}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-medium'}>
        {label}
      </label>
      {children}
      {(hint || problem) && (
        <p
          id={`${id}-hint`}
          className={cx('mt-1.5 text-sm leading-snug', problem ? 'text-danger' : 'text-ink-3')}
        >
          {problem ?? hint}
        </p>
      )}
    </div>
  );
  const input = {
    id,
    ...control,
    // Firefox would call a required field invalid before anything is written.
    'aria-invalid': Boolean(problem),
    'aria-describedby': hint || problem ? `${id}-hint` : undefined,
  };
  return [frame, input] as const;
}

function PasswordInput(input: ComponentProps<'input'>) {
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
