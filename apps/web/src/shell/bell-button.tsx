import Bell from '~icons/bell';
import { useUnreadCount } from '../data/notifications.ts';
import { t } from '../i18n/translate.ts';
import { IconButton } from '../ui/button.tsx';
import { command } from '../ui/keyboard/commands.ts';

/** Opens the list of notifications, and says how many of them are unread. */
export function BellButton() {
  const count = useUnreadCount();
  return (
    <IconButton
      label={t('nav.bell', { count })}
      aria-haspopup="dialog"
      onClick={() => command('openBell')}
      className="ms-auto hover:bg-chosen"
    >
      <span className="relative">
        <Bell />
        {count > 0 && (
          <span
            className="absolute -end-2.5 -top-2.5 min-w-4.5 rounded-full bg-accent px-1 text-[0.6875rem]/[1.125rem] font-medium text-accent-ink tabular-nums"
            aria-hidden
          >
            {count}
          </span>
        )}
      </span>
    </IconButton>
  );
}
