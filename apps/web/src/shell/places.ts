import {
  AlarmClock,
  Bell,
  Brain,
  CalendarCheck,
  Globe,
  KeyRound,
  ListTodo,
  MonitorSmartphone,
  Plug,
  UserRound,
  UsersRound,
} from '~icons';

/** The pages that the sidebar lists. */
export const listedPlaces = [
  { to: '/today', name: 'nav.today', icon: CalendarCheck },
  { to: '/tasks', name: 'nav.tasks', icon: ListTodo },
  { to: '/schedules', name: 'nav.schedules', icon: AlarmClock },
  { to: '/memories', name: 'nav.memories', icon: Brain },
  { to: '/lookups', name: 'nav.lookups', icon: Globe },
] as const;

/** The pages of the account's menu. */
export const accountPlaces = [
  { to: '/account', name: 'nav.account', icon: UserRound, isSetting: true },
  { to: '/notifications', name: 'nav.notifications', icon: Bell, isSetting: true },
  { to: '/keys', name: 'nav.keys', icon: KeyRound, isSetting: false },
  { to: '/sessions', name: 'nav.sessions', icon: MonitorSmartphone, isSetting: false },
  { to: '/connections', name: 'nav.connections', icon: Plug, isSetting: true },
] as const;

/** The page of that menu for operators only. */
export const accountsPlace = { to: '/accounts', name: 'nav.accounts', icon: UsersRound } as const;
