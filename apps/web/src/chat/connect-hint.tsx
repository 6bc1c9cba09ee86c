import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Plug, X } from '~icons';
import { keep, kept } from '../data/browser/kept.ts';
import { connectionsQuery } from '../data/connections.ts';
import { t } from '../i18n/translate.ts';
import { Link } from '../routing/link.tsx';
import { IconButton } from '../ui/button.tsx';

const storageKey = 'jarvis:connect-hint';

interface Hint {
  readonly operator: boolean;
  readonly hide: () => void;
}

/** Undefined when there is no hint: a language model is connected, or the hint was hidden. */
export function useConnectHint(): Hint | undefined {
  const { data } = useQuery(connectionsQuery);
  const [hidden, setHidden] = useState(() => kept(storageKey, 'sessionStorage') !== null);
  if (hidden || !data?.model.builtin) return undefined;
  const hide = () => {
    setHidden(true);
    keep(storageKey, 'hidden', 'sessionStorage');
  };
  return { operator: data.operator, hide };
}

/** Says that the built-in rules answer, who can connect a language model, and where to read how. */
export function ConnectHint({ hint: { operator, hide } }: { hint: Hint }) {
  return (
    <div className="flex items-start gap-3 rounded-2xl border border-line px-4 py-3 text-start text-sm text-ink-2">
      <Plug className="mt-0.5 size-4 shrink-0 text-accent" />
      <p className="flex-1 leading-relaxed">
        {t(operator ? 'chat.connectModel' : 'chat.askForModel')}{' '}
        <Link to="/connections" className="link">
          {t('chat.connectModelLink')}
        </Link>
      </p>
      <IconButton
        icon={<X />}
        label={t('common.dismiss')}
        className="-me-1.5 -mt-1.5 size-8"
        onClick={hide}
      />
    </div>
  );
}
