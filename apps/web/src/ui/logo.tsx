import { cx } from './classes.ts';

/** The logo: a j that could be a hook to hang things on. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className={cx('size-7', className)}>
      <rect width="64" height="64" rx="18" fill="var(--color-accent)" />
      <circle cx="37" cy="17" r="4.75" fill="var(--color-accent-ink)" opacity="0.75" />
      <path
        d="M37 27v14.5a9.5 9.5 0 0 1-17.6 4.9"
        fill="none"
        stroke="var(--color-accent-ink)"
        strokeWidth="6.5"
        strokeLinecap="round"
      />
    </svg>
  );
}
