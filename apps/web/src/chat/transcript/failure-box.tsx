import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CircleAlert } from '~icons';
import { connectionsQuery } from '../../data/connections.ts';
import { type Failure, failureText } from '../../data/service/failure.ts';
import { t } from '../../i18n/translate.ts';
import { cx } from '../../ui/classes.ts';
import { LinkButton } from '../../ui/link-button.tsx';

/** An operator can fix these, on the page of connections. */
const mendable: ReadonlySet<string> = new Set(['keyRefused', 'keyUnreadable', 'modelNotFound', 'refused']);

interface FailureBoxProps {
  readonly label: string;
  readonly failure: Failure;
  readonly className?: string | false;
  readonly children: ReactNode;
}

/** Why a message got no reply, with actions below. */
export function FailureBox({ label, failure, className, children }: FailureBoxProps) {
  const { data } = useQuery(connectionsQuery);
  const canMend = data?.operator === true && failure.reason !== undefined && mendable.has(failure.reason);
  return (
    <div
      role="alert"
      className={cx('rounded-2xl border border-danger/40 bg-danger-soft px-4 py-3 print:hidden', className)}
    >
      <p className="flex gap-2.5 leading-relaxed">
        <CircleAlert className="mt-1 size-4 shrink-0 text-danger" />
        <span>
          <strong className="font-semibold text-danger">{label}. </strong>
          {/* A countdown is not read out. */}
          <span aria-live="off">{failureText(failure)}</span>
        </span>
      </p>
      <div className="mt-2.5 flex flex-wrap gap-2 sm:ps-6.5">
        {children}
        {canMend && (
          <LinkButton to="/connections" size="small" variant="quiet">
            {t('nav.connections')}
          </LinkButton>
        )}
      </div>
    </div>
  );
}
