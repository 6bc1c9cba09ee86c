import type { ReactNode } from 'react';
import { cx } from '../../../ui/classes.ts';

/** The text of a person's message, at the end of the line. */
export function Bubble({ className, children }: { className?: string | false; children: ReactNode }) {
  return (
    <div
      dir="auto"
      className={cx(
        'max-w-[88%] rounded-3xl rounded-br-lg bg-accent-soft px-4.5 print:border print:border-line py-2.5 leading-relaxed whitespace-pre-wrap text-ink wrap-anywhere sm:max-w-[80%]',
        className,
      )}
    >
      {children}
    </div>
  );
}
