import type { ReactNode } from 'react';
import CircleAlert from '~icons/circle-alert';
import type { Failure } from '../../data/service/failure.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../routing/link.tsx';
import { buttonClasses } from '../../ui/button.tsx';
import { cx } from '../../ui/classes.ts';
import { useCanMend } from '../../ui/feedback/failure-text.ts';

/** Why a message got no reply, with actions below. */
export function FailureBox({
  label,
  failure,
  text,
  className,
  children,
}: {
  readonly label: string;
  readonly failure: Failure;
  readonly text: string;
  readonly className?: string | false;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  const canMend = useCanMend()(failure);
  return (
    <div
      role="alert"
      className={cx('rounded-2xl border border-danger/40 bg-danger-soft px-4 py-3', className)}
    >
      <p className="flex gap-2.5 leading-relaxed">
        <CircleAlert className="mt-1 size-4 shrink-0 text-danger" aria-hidden />
        <span>
          <strong className="font-semibold text-danger">{label}. </strong>
          {/* A countdown is not read out. */}
          <span aria-live="off">{text}</span>
        </span>
      </p>
      <div className="mt-2.5 flex flex-wrap gap-2 ps-6.5">
        {children}
        {canMend && (
          <Link to="/connections" className={buttonClasses({ size: 'small', variant: 'quiet' })}>
            {t('nav.connections')}
          </Link>
        )}
      </div>
    </div>
  );
}
