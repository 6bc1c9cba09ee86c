import { useEffect, useState } from 'react';
import WifiOff from '~icons/wifi-off';
import { isReachable, useConnectionLost } from '../data/service/connection.ts';
import { t } from '../i18n/translate.ts';

/** One line at the top while there is no network, or the service does not answer. */
export function OfflineNotice() {
  const lost = useConnectionLost();
  const offline = useOffline(lost);
  return (
    <div role="status">
      {(offline || lost) && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-center text-sm text-warn">
          <WifiOff className="size-4 shrink-0" aria-hidden />
          {t(offline ? 'shell.offline' : 'shell.connectionLost')}
        </p>
      )}
    </div>
  );
}

/**
 * Whether there is no network and the service is unreachable: on this machine, or next to it, it needs none. Checked
 * again whenever the network or the connection to the service changes.
 */
function useOffline(lost: boolean): boolean {
  const [offline, setOffline] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `lost` is what makes it ask again
  useEffect(() => {
    const check = async () => {
      const reachable = navigator.onLine || (await isReachable());
      setOffline(!reachable && !navigator.onLine);
    };
    const onChange = () => void check();
    onChange();
    addEventListener('online', onChange);
    addEventListener('offline', onChange);
    return () => {
      removeEventListener('online', onChange);
      removeEventListener('offline', onChange);
    };
  }, [lost]);
  return offline;
}
