import WifiOff from '~icons/wifi-off';
import { useConnectionLost } from '../data/service/connection.ts';
import { t } from '../i18n/translate.ts';

/** One line at the top while the service does not answer, also for want of a network. */
export function OfflineNotice() {
  const lost = useConnectionLost();
  return (
    <div role="status">
      {lost && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-center text-sm text-warn">
          <WifiOff className="size-4 shrink-0" />
          {t('shell.connectionLost')}
        </p>
      )}
    </div>
  );
}
