import type { ComponentProps, FormEvent, MouseEventHandler, ReactNode } from 'react';
import { cx } from './classes.ts';

const variants = {
  primary: 'bg-accent text-accent-ink hover:bg-accent-hover shadow-low',
  secondary: 'bg-raised text-ink border border-line hover:border-line-strong',
  quiet: 'text-ink-2 hover:bg-sunken hover:text-ink',
  danger: 'bg-danger text-canvas hover:opacity-90',
  dangerQuiet: 'text-danger hover:bg-danger-soft',
} as const;

/** Their heights override that of `tap`. */
const sizes = {
  small: 'min-h-8 pointer-coarse:min-h-11 px-2.5 text-sm gap-1.5 rounded-lg',
  normal: 'min-h-10 pointer-coarse:min-h-11 px-4 text-[0.9375rem] gap-2 rounded-xl',
  large: 'min-h-12 px-5 text-base gap-2 rounded-xl',
} as const;

export interface ButtonLook {
  readonly variant?: keyof typeof variants | undefined;
  readonly size?: keyof typeof sizes | undefined;
}

/** The look of a button, for links that act as one. */
export const buttonClasses = ({ variant = 'secondary', size = 'normal' }: ButtonLook = {}): string =>
  cx(
    'tap inline-flex max-w-full shrink-0 items-center justify-center text-center font-medium transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50',
    variants[variant],
    sizes[size],
  );

type OnClick = MouseEventHandler<HTMLButtonElement>;

/**
 * Without the second click of a double click: it comes before the button is busy, after its work is done, or when
 * another row has moved under the pointer.
 */
export const firstClick =
  (act?: OnClick): OnClick =>
  (event) => {
    if (event.detail > 1) event.preventDefault();
    else act?.(event);
  };

type ButtonProps = ComponentProps<'button'> & ButtonLook & { readonly busy?: boolean };

export function Button({ variant, size, className, busy, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={firstClick(rest.onClick)}
      aria-busy={busy || undefined}
      disabled={rest.disabled || busy}
      className={cx(buttonClasses({ variant, size }), className)}
    />
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  readonly label: string;
  readonly icon: ReactNode;
  readonly hint?: string;
  /** Each click counts, also those of a double click: it goes a step further, or removes a row of a list. */
  readonly steps?: boolean;
}

/** A button that is only an icon: `label` is its name and its tooltip; if they differed, both would be read. */
export function IconButton({ label, icon, className, hint, steps = false, ...rest }: IconButtonProps) {
  const name = hint ? `${label} (${hint})` : label;
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      {...rest}
      onClick={steps ? rest.onClick : firstClick(rest.onClick)}
      className={cx(
        'icon-button tap shrink-0 transition-colors disabled:cursor-not-allowed disabled:opacity-40 [&_svg]:size-4.5',
        className,
      )}
    >
      {icon}
    </button>
  );
}

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

/** A form that the app sends, not the browser. */
export function Form({ onSubmit, ...form }: FormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(event);
  };
  return <form {...form} onSubmit={submit} />;
}
