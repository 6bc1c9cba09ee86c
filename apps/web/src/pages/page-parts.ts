import type { TextKey } from '../i18n/translate.ts';

interface PageParts {
  readonly to: '/account' | '/notifications' | '/keys' | '/connections' | '/accounts';
  /** By the id of the part: its heading, then other search terms for it. */
  readonly parts: Readonly<Record<string, readonly [heading: TextKey, ...also: TextKey[]]>>;
}

/** The headings of pages with several, for the palette: a page in this list has all of its headings here. */
export const pageParts: readonly PageParts[] = [
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
