import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import AlarmClock from '~icons/alarm-clock';
import Bell from '~icons/bell';
import Brain from '~icons/brain';
import CalendarCheck from '~icons/calendar-check';
import Globe from '~icons/globe';
import KeyRound from '~icons/key-round';
import Keyboard from '~icons/keyboard';
import ListTodo from '~icons/list-todo';
import LogOut from '~icons/log-out';
import MessageCircleDashed from '~icons/message-circle-dashed';
import MonitorSmartphone from '~icons/monitor-smartphone';
import Plug from '~icons/plug';
import SquarePen from '~icons/square-pen';
import SunMoon from '~icons/sun-moon';
import UserRound from '~icons/user-round';
import UsersRound from '~icons/users-round';
import { trpc } from '../data/client.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { pageParts } from '../pages/page-parts.ts';
import { command } from '../ui/commands.ts';
import type { Icon } from '../ui/icon.tsx';
import { chooseTheme } from '../ui/theme.ts';

export interface Action {
  readonly id: string;
  readonly label: string;
  readonly icon: Icon;
  readonly run: () => void;
  /** Another search term for it. */
  readonly also?: string;
  /** Its page. */
  readonly on?: string;
}

/** Wraps a row's action: the palette closes first. */
export type Closing = (then: () => void) => () => void;

/** The app's actions and page headings whose name contains this text; without a text, a new chat. */
export function useActions(text: string, close: Closing): Action[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const connections = useQuery(trpc.setup.connections.queryOptions(undefined, { staleTime: 600_000 }));

  const go = (
    to:
      | '/'
      | '/temporary'
      | '/today'
      | '/tasks'
      | '/schedules'
      | '/memories'
      | '/lookups'
      | '/keys'
      | '/account'
      | '/notifications'
      | '/sessions'
      | '/connections'
      | '/accounts',
    hash?: string,
  ) => close(() => void navigate({ to, ...(hash && { hash }) }));
  const dark = document.documentElement.dataset.theme === 'dark';
  const actions: Action[] = [
    { id: 'new', label: t('nav.newChat'), icon: SquarePen, run: go('/') },
    { id: 'temporary', label: t('temporary.title'), icon: MessageCircleDashed, run: go('/temporary') },
    { id: 'today', label: t('nav.today'), icon: CalendarCheck, run: go('/today') },
    { id: 'tasks', label: t('nav.tasks'), icon: ListTodo, run: go('/tasks') },
    { id: 'schedules', label: t('nav.schedules'), icon: AlarmClock, run: go('/schedules') },
    { id: 'memories', label: t('nav.memories'), icon: Brain, run: go('/memories') },
    { id: 'lookups', label: t('nav.lookups'), icon: Globe, run: go('/lookups') },
    { id: 'account', label: t('nav.account'), also: t('nav.settings'), icon: UserRound, run: go('/account') },
    {
      id: 'notifications',
      label: t('nav.notifications'),
      also: t('nav.settings'),
      icon: Bell,
      run: go('/notifications'),
    },
    { id: 'keys', label: t('nav.keys'), icon: KeyRound, run: go('/keys') },
    { id: 'sessions', label: t('nav.sessions'), icon: MonitorSmartphone, run: go('/sessions') },
    {
      id: 'connections',
      label: t('nav.connections'),
      also: t('nav.settings'),
      icon: Plug,
      run: go('/connections'),
    },
    ...(connections.data?.operator
      ? [{ id: 'accounts', label: t('nav.accounts'), icon: UsersRound, run: go('/accounts') }]
      : []),
    {
      id: 'theme',
      label: t(dark ? 'nav.toLight' : 'nav.toDark'),
      also: t('nav.theme'),
      icon: SunMoon,
      run: close(() => chooseTheme(dark ? 'light' : 'dark')),
    },
    { id: 'help', label: t('nav.shortcuts'), icon: Keyboard, run: close(() => command('openHelp')) },
    { id: 'signOut', label: t('nav.signOut'), icon: LogOut, run: close(() => command('signOut')) },
  ];
  const wanted = text.trim().toLocaleLowerCase();
  if (!wanted) return actions.slice(0, 1);
  const isWanted = ({ label, also = '' }: Action) => `${label}\n${also}`.toLocaleLowerCase().includes(wanted);
  const parts = pageParts.flatMap(({ to, parts }) => {
    const page = actions.find(({ id }) => `/${id}` === to);
    if (!page) return [];
    return Object.entries(parts).flatMap(([hash, names]) =>
      names.map(
        (name): Action => ({
          id: name,
          label: t(name),
          on: page.label,
          icon: page.icon,
          run: go(to, hash),
        }),
      ),
    );
  });
  return [...actions, ...parts].filter(isWanted);
}
