import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plug, X } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '../data/client.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { IconButton } from '../ui/button.tsx';

const storageKey = 'jarvis:connect-hint';

/** What hides the hint, or undefined when there is none to show. */
export function useConnectHint(): (() => void) | undefined {
  const { data } = useQuery(trpc.setup.connections.queryOptions(undefined, { staleTime: 600_000 }));
  const [hidden, setHidden] = useState(() => sessionStorage.getItem(storageKey) !== null);
  if (hidden || !data?.model.builtin) return undefined;
  return () => {
    sessionStorage.setItem(storageKey, 'hidden');
    setHidden(true);
  };
}

/** Says, while the built-in rules answer, that a language model can be connected, and where to read how. */
export function ConnectHint({ onHide }: { readonly onHide: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="flex items-start gap-3 rounded-2xl border border-line px-4 py-3 text-sm text-ink-2">
      <Plug className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden />
      <p className="flex-1 leading-relaxed">
        {t('chat.connectModel')}{' '}
        <Link
          to="/connections"
          className="font-medium text-accent underline underline-offset-4 hover:text-accent-hover"
        >
          {t('chat.connectModelLink')}
        </Link>
      </p>
      <IconButton label={t('common.dismiss')} className="-me-1.5 -mt-1.5 size-8" onClick={onHide}>
        <X />
      </IconButton>
    </div>
  );
}
