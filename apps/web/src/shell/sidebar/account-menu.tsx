import { useQuery } from '@tanstack/react-query';
import { BookOpen, ChevronsUpDown, Keyboard, LogOut, SunMoon } from '~icons';
import { connectionsQuery } from '../../data/connections.ts';
import { useUser } from '../../data/service/session.ts';
import { t } from '../../i18n/translate.ts';
import { navigate } from '../../routing/history.ts';
import { Menu, menuItem } from '../../ui/menu/menu.tsx';
import { toggleTheme, useDark } from '../../ui/theme.ts';
import { toggleOverlay } from '../overlay.ts';
import { accountPlaces, accountsPlace } from '../places.ts';

/** The signed-in person, and the account's menu. */
export function AccountMenu() {
  const user = useUser();
  const dark = useDark();
  const name = user.displayName || user.email;
  const { data } = useQuery(connectionsQuery);

  return (
    <Menu
      label={t('nav.accountMenu')}
      side="top"
      align="start"
      trigger={
        <button
          type="button"
          className="tap flex h-11 w-full items-center gap-2.5 rounded-xl px-2 text-start hover:bg-chosen data-[state=open]:bg-chosen"
        >
          <span
            aria-hidden
            className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft text-sm font-semibold text-accent uppercase"
          >
            {[...name][0]}
          </span>
          <span className="min-w-0 flex-1 truncate text-[0.9375rem] font-medium" dir="auto">
            <span className="sr-only">{t('nav.accountMenu')}: </span>
            {name}
          </span>
          <ChevronsUpDown className="size-4 shrink-0 text-ink-3" />
        </button>
      }
      entries={[
        { kind: 'note', text: user.email },
        ...[...accountPlaces, ...(data?.operator ? [accountsPlace] : [])].map(({ to, name, icon: Icon }) =>
          menuItem(t(name), <Icon />, () => void navigate(to)),
        ),
        { kind: 'line' },
        menuItem(t(dark ? 'nav.toLight' : 'nav.toDark'), <SunMoon />, toggleTheme),
        menuItem(t('nav.shortcuts'), <Keyboard />, () => toggleOverlay('help')),
        menuItem(t('nav.apiDocs'), <BookOpen />, () => void open('/api/docs', '_blank', 'noreferrer')),
        { kind: 'line' },
        menuItem(t('nav.signOut'), <LogOut />, () => toggleOverlay('signOut')),
      ]}
    />
  );
}
