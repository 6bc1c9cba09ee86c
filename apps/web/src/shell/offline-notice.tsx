import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useConnectionLost } from '../data/connection.ts';
import { useTranslation } from '../i18n/use-translation.ts';

function subscribe(listener: () => void) {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

/** One line at the top while there is no network, or the service does not answer. */
export function OfflineNotice() {
  const { t } = useTranslation();
  const online = useOnline();
  const lost = useConnectionLost();
  return (
    <div role="status">
      {(!online || lost) && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-center text-sm text-warn">
          <WifiOff className="size-4 shrink-0" aria-hidden />
          {t(online ? 'shell.connectionLost' : 'shell.offline')}
        </p>
      )}
    </div>
  );
}
