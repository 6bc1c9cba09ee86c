/** Joins class names, skipping empty ones. */
export const cx = (...names: (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ');

/** The look of a field. */
export const inputClasses =
  'h-11 w-full rounded-xl border border-line-strong bg-raised px-3.5 text-base text-ink transition-colors hover:border-ink-3 focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-danger aria-invalid:outline-danger disabled:opacity-60';
