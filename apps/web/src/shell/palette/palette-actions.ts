import { useQuery } from '@tanstack/react-query';
import { Keyboard, ListTodo, LogOut, MessageCircleDashed, SquarePen, SunMoon } from '~icons';
import { openNewChat } from '../../chat/replies/send-turn.ts';
import { connectionsQuery } from '../../data/connections.ts';
import { openQuery } from '../../data/task-lists.ts';
import { type TextKey, t } from '../../i18n/translate.ts';
import type { Address } from '../../routing/addresses.ts';
import { navigate } from '../../routing/history.ts';
import type { Icon } from '../../ui/icon.tsx';
import { toggleTheme, useDark } from '../../ui/theme.ts';
import { toggleOverlay } from '../overlay.ts';
import { accountPlaces, accountsPlace, listedPlaces } from '../places.ts';
import { markHits } from './mark-hits.ts';

interface Action {
  readonly id: string;
  readonly label: string;
  readonly icon: Icon;
  readonly run: () => void;
  /** Another search term for it. */
  readonly also?: string;
  /** Its page. */
  readonly on?: string;
}

/** The open tasks, the app's actions and page headings whose name contains this text; without a text, a new chat. */
export function useActions(text: string): Action[] {
  const connections = useQuery(connectionsQuery);
  const wanted = text.trim().toLocaleLowerCase();
  const { data: open = [] } = useQuery({ ...openQuery, enabled: wanted !== '' });

  const settings = t('nav.settings');
  const places = [
    ...listedPlaces,
    ...accountPlaces.map(({ isSetting, ...place }) => ({ ...place, ...(isSetting && { also: settings }) })),
    ...(connections.data?.operator ? [accountsPlace] : []),
  ];

  const go = (to: Address) => () => navigate(to);
  const dark = useDark();
  const actions: Action[] = [
    { id: 'new', label: t('nav.newChat'), icon: SquarePen, run: openNewChat },
    { id: 'temporary', label: t('temporary.title'), icon: MessageCircleDashed, run: go('/temporary') },
    ...places.map(({ to, name, ...place }) => ({ id: to, label: t(name), ...place, run: go(to) })),
    {
      id: 'theme',
      label: t(dark ? 'nav.toLight' : 'nav.toDark'),
      also: t('nav.theme'),
      icon: SunMoon,
      run: toggleTheme,
    },
    { id: 'help', label: t('nav.shortcuts'), icon: Keyboard, run: () => toggleOverlay('help') },
    { id: 'signOut', label: t('nav.signOut'), icon: LogOut, run: () => toggleOverlay('signOut') },
  ];
  if (!wanted) return actions.slice(0, 1);
  const isWanted = ({ label, also = '' }: Action) => `${label}\n${also}`.toLocaleLowerCase().includes(wanted);
  const parts = pageParts.flatMap(({ to, parts }) => {
    const page = actions.find(({ id }) => id === to);
    if (!page) return [];
    return Object.entries(parts).flatMap(([hash, names]) =>
      names.map(
        (name): Action => ({
          id: name,
          label: t(name),
          on: page.label,
          icon: page.icon,
          run: go(`${to}#${hash}`),
        }),
      ),
    );
  });
  const tasks = open
    .filter(({ title }) => markHits(title, wanted).some(({ hit }) => hit))
    .slice(0, 5)
    .map(({ id, title }) => ({
      id,
      label: title,
      on: t('nav.tasks'),
      icon: ListTodo,
      run: go(`/tasks#${id}`),
    }));
  return [...tasks, ...[...actions, ...parts].filter(isWanted)];
}

interface PageParts {
  readonly to: '/account' | '/notifications' | '/keys' | '/connections' | '/accounts';
  /** By the id of the part: its heading, then other search terms for it. */
  readonly parts: Readonly<Record<string, readonly [heading: TextKey, ...also: TextKey[]]>>;
}

/** The headings of pages with several, for the palette: a page in this list has all of its headings here. */
const pageParts: readonly PageParts[] = [
  {
    to: '/account',
    parts: {
      profile: ['accountPage.profile', 'accountPage.language', 'accountPage.timeZone'],
      appearance: ['accountPage.appearance'],
      assistant: ['accountPage.assistant', 'customInstructions.title', 'accountPage.memory'],
      password: ['signIn.password'],
      data: ['accountPage.data', 'accountPage.export', 'import.choose', 'accountPage.deleteAccount'],
    },
  },
  {
    to: '/notifications',
    parts: {
      times: ['notify.times', 'notify.daySummary', 'notify.quiet'],
      channels: ['notify.channels'],
      browsers: ['notify.browsers', 'notify.lockScreen'],
      webhooks: ['notify.webhooks'],
      deliveries: ['notify.deliveries'],
    },
  },
  {
    to: '/keys',
    parts: { programs: ['connect.list', 'connect.copyAddress'], calendar: ['calendar.title'] },
  },
  {
    to: '/connections',
    parts: {
      model: ['connections.model', 'settings.connectModel'],
      search: ['connections.search', 'settings.connectSearch'],
      mail: ['connections.mail', 'settings.connectMail'],
      outside: ['settings.outside', 'settings.outsideSwitch'],
    },
  },
  {
    to: '/accounts',
    parts: { registration: ['registration.title'], all: ['accounts.all'] },
  },
];
