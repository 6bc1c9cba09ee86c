import { useQuery } from '@tanstack/react-query';
import { trpc } from '../api/client.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { buttonClasses } from '../ui/button.tsx';
import { cx } from '../ui/classes.ts';

export const providerNames: Record<string, string> = { google: 'Google', github: 'GitHub' };

/** A button for each identity provider that is configured; nothing where there is none. */
export function ProviderButtons() {
  const { t } = useTranslation();
  const { data } = useQuery(
    trpc.setup.waysIn.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  if (!data || data.identityProviders.length === 0) return null;
  return (
    <div className="mt-6">
      <p className="mb-4 flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('signIn.or')}
      </p>
      <div className="space-y-2.5">
        {data.identityProviders.map((provider) => (
          <a
            key={provider}
            href={`/api/auth/oauth/${provider}`}
            className={cx(buttonClasses({ size: 'large' }), 'w-full')}
          >
            {t('signIn.with', { provider: providerNames[provider] ?? provider })}
          </a>
        ))}
      </div>
    </div>
  );
}
