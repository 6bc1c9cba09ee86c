import type { KeyRecord } from '@jarvis/contract';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/page/content.tsx';
import { when } from '../../ui/when.tsx';

interface Props extends Pick<KeyRecord, 'name' | 'prefix' | 'createdAt' | 'revokedAt'> {
  /** Tells it from others of that name. */
  readonly label?: string;
  /** When it was last used, in words. */
  readonly used: string;
  readonly onRevoke: () => void;
}

/** A key or a secret address in a list, by the beginning of the secret. */
export function CredentialRow({ name, label = name, prefix, createdAt, used, revokedAt, onRevoke }: Props) {
  return (
    <Row
      name={
        <>
          <bdi className={revokedAt === null ? undefined : 'text-ink-3'}>{name}</bdi>
          <code className="font-mono text-sm font-normal text-ink-3">{prefix}…</code>
        </>
      }
      notes={[
        t('keys.createdAt', { when: when(createdAt) }),
        revokedAt === null ? used : t('keys.revoked', { when: when(revokedAt) }),
      ]}
    >
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
    </Row>
  );
}
