import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/classes.ts';
import { useWhen } from '../ui/when.tsx';

/** A key or a secret address in a list, by the beginning of the secret. */
export function CredentialRow({
  name,
  label = name,
  prefix,
  createdAt,
  used,
  revokedAt,
  onRevoke,
}: {
  readonly name: string;
  /** Tells it from others of that name. */
  readonly label?: string;
  readonly prefix: string;
  readonly createdAt: string;
  /** When it was last used, in words. */
  readonly used: string;
  readonly revokedAt: string | null;
  readonly onRevoke: () => void;
}) {
  const { t } = useTranslation();
  const when = useWhen();
  return (
    <li className="flex items-center gap-3 py-3.5">
      <div className={cx('min-w-0 flex-1', revokedAt !== null && 'text-ink-3')}>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <bdi className="font-medium wrap-anywhere">{name}</bdi>
          <code className="font-mono text-sm text-ink-3">{prefix}…</code>
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-ink-3">
          <span>{t('keys.createdAt', { when: when(createdAt) })}</span>
          <span>{revokedAt === null ? used : t('keys.revoked', { when: when(revokedAt) })}</span>
        </p>
      </div>
      {revokedAt === null && (
        <Button
          size="small"
          variant="dangerQuiet"
          aria-label={`${t('keys.revoke')}: ${label}`}
          onClick={onRevoke}
        >
          {t('keys.revoke')}
        </Button>
      )}
    </li>
  );
}
