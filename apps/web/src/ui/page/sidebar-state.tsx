import { create } from 'zustand';
import { PanelLeft } from '~icons';
import { keep } from '../../data/browser/kept.ts';
import { useUnreadCount } from '../../data/notifications.ts';
import { t } from '../../i18n/translate.ts';
import { IconButton } from '../button.tsx';
import { shortcutText } from '../keyboard/keys.ts';

const storageKey = 'jarvis:sidebar';
const narrow = matchMedia('(max-width: 1023px)');

interface SidebarState {
  /** Next to the content, on a wide window. */
  readonly beside: boolean;
  /** Over the content, on a phone or a tablet. */
  readonly drawer: boolean;
  readonly narrow: boolean;
}

export const useSidebar = create<SidebarState>()(() => ({
  beside: document.documentElement.dataset.sidebar !== 'closed',
  drawer: false,
  narrow: narrow.matches,
}));

narrow.addEventListener('change', () => useSidebar.setState({ narrow: narrow.matches, drawer: false }));

export function toggleSidebar(): void {
  const { narrow: onPhone, drawer, beside } = useSidebar.getState();
  if (onPhone) {
    useSidebar.setState({ drawer: !drawer });
    return;
  }
  useSidebar.setState({ beside: !beside });
  keep(storageKey, beside ? 'closed' : 'open');
}

export function closeDrawer(): void {
  if (useSidebar.getState().drawer) useSidebar.setState({ drawer: false });
}

/** Opens the sidebar if it is hidden. */
export function SidebarButton() {
  const { beside, narrow: onPhone } = useSidebar();
  const count = useUnreadCount();
  if (beside && !onPhone) return null;
  return (
    <IconButton
      icon={
        <span className="relative">
          <PanelLeft />
          {count > 0 && <span className="absolute -end-1 -top-1 size-2 rounded-full bg-accent" aria-hidden />}
        </span>
      }
      label={count === 0 ? t('nav.openSidebar') : `${t('nav.openSidebar')} – ${t('nav.bell', { count })}`}
      hint={shortcutText('sidebar')}
      aria-expanded={false}
      onClick={toggleSidebar}
    />
  );
}
