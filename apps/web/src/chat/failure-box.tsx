import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../ui/classes.ts';

/** Why a message got no reply, and below it what can be done. */
export function FailureBox({
  label,
  text,
  className,
  children,
}: {
  readonly label: string;
  readonly text: string;
  readonly className?: string | false;
  readonly children: ReactNode;
}) {
  return (
    <div
      role="alert"
      className={cx('rounded-2xl border border-danger/40 bg-danger-soft px-4 py-3', className)}
    >
      <p className="flex gap-2.5 leading-relaxed">
        <CircleAlert className="mt-1 size-4 shrink-0 text-danger" aria-hidden />
        <span>
          <strong className="font-semibold text-danger">{label}. </strong>
          {/* A countdown in it is not read out. */}
          <span aria-live="off">{text}</span>
        </span>
      </p>
      <div className="mt-2.5 flex flex-wrap gap-2 ps-6.5">{children}</div>
    </div>
  );
}
