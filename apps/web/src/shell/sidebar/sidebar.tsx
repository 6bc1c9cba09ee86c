import { useQuery } from '@tanstack/react-query';
import {
  Bell,
  BookOpen,
  ChevronsUpDown,
  Keyboard,
  LogOut,
  PanelLeft,
  Search,
  SquarePen,
  SunMoon,
} from '~icons';
import { focusComposer } from '../../chat/composer.tsx';
import { openNewChat } from '../../chat/replies/send-turn.ts';
import { connectionsQuery } from '../../data/connections.ts';
import { useUnreadCount } from '../../data/notifications.ts';
import { useUser } from '../../data/service/session.ts';
import { dueQuery, isOpen } from '../../data/task-lists.ts';
import { t } from '../../i18n/translate.ts';
import { navigate } from '../../routing/history.ts';
import { Link } from '../../routing/link.tsx';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/classes.ts';
import { shortcutText } from '../../ui/keyboard/keys.ts';
import { Logo } from '../../ui/logo.tsx';
import { Menu, menuItem } from '../../ui/menu/menu.tsx';
import { toggleSidebar } from '../../ui/page/sidebar-state.tsx';
import { toggleTheme, useDark } from '../../ui/theme.ts';
import { toggleOverlay } from '../overlay.ts';
import { accountPlaces, accountsPlace, listedPlaces } from '../places.ts';
import { ConversationList } from './conversation-list.tsx';

const row =
  'tap flex h-9 w-full items-center gap-2.5 rounded-lg px-2.5 text-[0.9375rem] transition-colors hover:bg-chosen hover:text-ink [&>svg]:size-[1.0625rem] [&>svg]:shrink-0';

export function Sidebar() {
  return (
    <nav
      aria-label={t('nav.label')}
      className="flex h-full w-full flex-col border-e border-line bg-side pt-[env(safe-area-inset-top)] scroll-thin low:overflow-y-auto"
    >
      <div className="flex h-14 shrink-0 items-center justify-between ps-4 pe-2.5 low:h-11">
        <Link
          to="/"
          onFollow={openNewChat}
          className="tap flex items-center gap-2.5 rounded-lg font-display text-lg font-semibold"
        >
          <Logo />
          {t('common.appName')}
        </Link>
        <BellButton />
        <IconButton
          icon={<PanelLeft />}
          label={t('nav.closeSidebar')}
          hint={shortcutText('sidebar')}
          aria-expanded
          onClick={toggleSidebar}
          className="hover:bg-chosen"
        />
      </div>
      <div className="shrink-0 space-y-0.5 px-2.5 pb-3 text-ink-2">
        <Link
          to="/"
          className={cx(row, 'font-medium text-ink')}
          currentClassName="bg-chosen"
          onFollow={() => {
            openNewChat();
            focusComposer();
          }}
        >
          <SquarePen className="text-accent" /> {t('nav.newChat')}
        </Link>
        <button
          type="button"
          className={row}
          onClick={() => toggleOverlay('palette')}
          aria-keyshortcuts="Control+K Meta+K"
        >
          <Search /> <span className="flex-1 text-start">{t('nav.search')}</span>
          <kbd className="hidden font-sans text-xs text-ink-3 sm:block">{shortcutText('palette')}</kbd>
        </button>
        {listedPlaces.map(({ to, name, icon: Icon }) => (
          <Link key={to} to={to} className={row} currentClassName="bg-chosen font-medium text-ink">
            <Icon /> {t(name)} {to === '/today' && <DueCount />}
          </Link>
        ))}
      </div>
      <ConversationList />
      <div className="shrink-0 border-t border-line bg-side p-2.5 safe-bottom low:sticky low:bottom-0">
        <AccountMenu />
      </div>
    </nav>
  );
}

/** How many tasks are overdue or due today. */
function DueCount() {
  const lists = [useQuery(dueQuery('overdue')), useQuery(dueQuery('today'))];
  const count = lists.flatMap(({ data = [] }) => data).filter(isOpen).length;
  if (count === 0) return null;
  return (
    <span className="ms-auto rounded-full bg-accent-soft px-2 text-xs/5 font-medium text-accent tabular-nums">
      <span aria-hidden>{count}</span>
      <span className="sr-only">{t('nav.dueCount', { count })}</span>
    </span>
  );
}

/** Opens the list of notifications, and says how many of them are unread. */
function BellButton() {
  const count = useUnreadCount();
  return (
    <IconButton
      icon={
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
      }
      label={t('nav.bell', { count })}
      aria-haspopup="dialog"
      onClick={() => toggleOverlay('bell')}
      className="ms-auto hover:bg-chosen"
    />
  );
}

/** The signed-in person, and the account's menu. */
function AccountMenu() {
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
          <span className="sr-only">{t('nav.accountMenu')}: </span>
          <bdi className="me-auto min-w-0 truncate text-[0.9375rem] font-medium">{name}</bdi>
          <ChevronsUpDown className="size-4 shrink-0 text-ink-3" />
        </button>
      }
      entries={[
        { kind: 'note', text: user.email },
        ...[...accountPlaces, ...(data?.operator ? [accountsPlace] : [])].map(({ to, name, icon: Icon }) =>
          menuItem(t(name), <Icon />, () => navigate(to)),
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
