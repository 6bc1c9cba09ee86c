import { useQuery } from '@tanstack/react-query';
import { signInOptionsQuery } from '../../data/service/session.ts';
import { t } from '../../i18n/translate.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { cx } from '../../ui/classes.ts';
import { keepNext } from './addresses.ts';

export const providerNames: Record<string, string> = { google: 'Google', github: 'GitHub' };

/**
 * A button for each configured identity provider. `invitation` is the token of the person's invitation link, `next`
 * their destination.
 */
export function ProviderButtons({
  invitation,
  next,
}: {
  invitation?: string | undefined;
  next: string | undefined;
}) {
  const { data } = useQuery(signInOptionsQuery);
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
            href={`/api/auth/oauth/${provider}${invitation ? `?invitation=${encodeURIComponent(invitation)}` : ''}`}
            onClick={() => keepNext(next)}
            className={cx(buttonClasses({ size: 'large' }), 'w-full')}
          >
            <ProviderMark provider={provider} />
            {t('signIn.with', { provider: providerNames[provider] ?? provider })}
          </a>
        ))}
      </div>
    </div>
  );
}

function ProviderMark({ provider }: { provider: string }) {
  if (provider === 'github') {
    return (
      <svg viewBox="0 0 16 16" aria-hidden="true" className="size-5" fill="currentColor">
        <path d="M8 0a8 8 0 0 0-2.53 15.59c.4.07.55-.17.55-.38v-1.49c-2.01.37-2.53-.49-2.69-.94-.09-.23-.48-.94-.82-1.13-.28-.15-.68-.52-.01-.53.63-.01 1.08.58 1.23.82.72 1.21 1.87.87 2.33.66.07-.52.28-.87.51-1.07-1.78-.2-3.64-.89-3.64-3.95 0-.87.31-1.59.82-2.15-.08-.2-.36-1.02.08-2.12 0 0 .67-.21 2.2.82a7.4 7.4 0 0 1 4 0c1.53-1.04 2.2-.82 2.2-.82.44 1.1.16 1.92.08 2.12.51.56.82 1.27.82 2.15 0 3.07-1.87 3.75-3.65 3.95.29.25.54.73.54 1.48v2.2c0 .21.15.46.55.38A8 8 0 0 0 8 0Z" />
      </svg>
    );
  }
  if (provider !== 'google') return null;
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5">
      <path
        fill="#4285f4"
        d="M22.56 12.25c0-.78-.07-1.53-.2-2.25H12v4.26h5.92a5.06 5.06 0 0 1-2.2 3.32v2.77h3.57c2.08-1.92 3.27-4.74 3.27-8.1Z"
      />
      <path
        fill="#34a853"
        d="M12 23c2.97 0 5.46-.98 7.28-2.66l-3.57-2.77c-.98.66-2.23 1.06-3.71 1.06-2.86 0-5.29-1.93-6.16-4.53H2.18v2.84A11 11 0 0 0 12 23Z"
      />
      <path fill="#fbbc05" d="M5.84 14.1a6.6 6.6 0 0 1 0-4.2V7.06H2.18a11 11 0 0 0 0 9.88l3.66-2.84Z" />
      <path
        fill="#ea4335"
        d="M12 5.38c1.62 0 3.06.56 4.21 1.64l3.15-3.15A11 11 0 0 0 2.18 7.06l3.66 2.84C6.71 7.31 9.14 5.38 12 5.38Z"
      />
    </svg>
  );
}
