import { useNavigate } from '@tanstack/react-router';
import {
  BookOpen,
  ChevronsUpDown,
  Keyboard,
  KeyRound,
  LogOut,
  MonitorSmartphone,
  Moon,
  Plug,
  Sun,
  SunMoon,
  UserRound,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { rpc } from '../api/client.ts';
import { finishDeletions } from '../api/deletions.ts';
import { failureOf } from '../api/failure.ts';
import { useFailureText } from '../api/failure-text.ts';
import { leaveSession, useUser } from '../api/session.ts';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { showToast } from '../ui/toast.tsx';
import { command } from './commands.ts';
import { chooseTheme, type ThemeChoice, useTheme } from './theme.ts';

/** Who is signed in, and everything about the account. */
export function AccountMenu() {
  const { t } = useTranslation();
  const user = useUser();
  const theme = useTheme();
  const navigate = useNavigate();
  const failureText = useFailureText();
  const name = user.displayName || user.email;

  async function signOut() {
    finishDeletions();
    try {
      await rpc.account.logout.mutate();
    } catch (error) {
      // A session that is over already is what was asked for.
      const failure = failureOf(error);
      if (failure.kind !== 'unauthenticated')
        return showToast({ text: failureText(failure), tone: 'danger' });
    }
    leaveSession();
  }

  return (
    <Menu
      label={t('nav.accountMenu')}
      side="top"
      align="start"
      trigger={
        <button
          type="button"
          className="tap flex h-11 w-full items-center gap-2.5 rounded-xl px-2 text-start hover:bg-canvas data-[state=open]:bg-canvas"
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
          <ChevronsUpDown className="size-4 shrink-0 text-ink-3" aria-hidden />
        </button>
      }
    >
      <p className="max-w-60 truncate px-2.5 pt-1 pb-2 text-sm text-ink-3">{user.email}</p>
      <MenuItem onSelect={() => void navigate({ to: '/account' })}>
        <UserRound /> {t('nav.account')}
      </MenuItem>
      <MenuItem onSelect={() => void navigate({ to: '/keys' })}>
        <KeyRound /> {t('nav.keys')}
      </MenuItem>
      <MenuItem onSelect={() => void navigate({ to: '/sessions' })}>
        <MonitorSmartphone /> {t('nav.sessions')}
      </MenuItem>
      <MenuItem onSelect={() => void navigate({ to: '/connections' })}>
        <Plug /> {t('nav.connections')}
      </MenuItem>
      <MenuSeparator />
      <MenuChoice<ThemeChoice>
        label={t('nav.theme')}
        value={theme}
        onChange={chooseTheme}
        options={[
          { value: 'light', label: t('nav.themeLight'), icon: <Sun /> },
          { value: 'dark', label: t('nav.themeDark'), icon: <Moon /> },
          { value: 'system', label: t('nav.themeSystem'), icon: <SunMoon /> },
        ]}
      />
      <MenuSeparator />
      <MenuItem onSelect={() => command('openHelp')}>
        <Keyboard /> {t('nav.shortcuts')}
      </MenuItem>
      <MenuItem asChild>
        <a href="/api/docs" target="_blank" rel="noreferrer">
          <BookOpen /> {t('nav.apiDocs')}
        </a>
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => void signOut()}>
        <LogOut /> {t('nav.signOut')}
      </MenuItem>
    </Menu>
  );
}
