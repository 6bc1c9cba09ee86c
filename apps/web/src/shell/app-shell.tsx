import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLiveChanges } from '../api/live.ts';
import { useUser } from '../api/session.ts';
import { resumeTurns } from '../chat/turns.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { cx } from '../ui/classes.ts';
import { Toaster } from '../ui/toast.tsx';
import { command, onCommand } from './commands.ts';
import { shortcutOf } from './keys.ts';
import { OfflineNotice } from './offline-notice.tsx';
import { ProofNotice } from './proof-notice.tsx';
import { SessionEnded } from './session-ended.tsx';
import { Sidebar } from './sidebar.tsx';
import { closeDrawer, toggleSidebar, useSidebar } from './sidebar-state.tsx';

const Drawer = lazy(() => import('./drawer.tsx'));
const Palette = lazy(() => import('./palette.tsx'));
const ShortcutHelp = lazy(() => import('./shortcut-help.tsx'));

/** Everything around a page for a person who is signed in. */
export function AppShell() {
  const { t } = useTranslation();
  const user = useUser();
  const { beside, narrow } = useSidebar();
  const [overlay, setOverlay] = useState<'palette' | 'help' | null>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  useLiveChanges(user.id);
  useShortcuts();
  useEffect(() => void resumeTurns(), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever the page changes
  useEffect(closeDrawer, [path]);
  useEffect(() => {
    const stops = [
      onCommand('openPalette', () => setOverlay((open) => (open === 'palette' ? null : 'palette'))),
      onCommand('openHelp', () => setOverlay((open) => (open === 'help' ? null : 'help'))),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);

  return (
    <div className="flex h-dvh overflow-hidden">
      <a
        href="#content"
        className="absolute start-3 top-3 z-50 -translate-y-20 rounded-lg bg-accent px-4 py-2 font-medium text-accent-ink focus:translate-y-0"
      >
        {t('common.skipToContent')}
      </a>
      {!narrow && (
        <div
          className={cx(
            'shrink-0 overflow-hidden transition-[width] duration-200 ease-calm',
            beside ? 'w-[17rem]' : 'invisible w-0',
          )}
        >
          <Sidebar />
        </div>
      )}
      {narrow && (
        <Suspense>
          <Drawer />
        </Suspense>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <OfflineNotice />
        <ProofNotice />
        <main id="content" tabIndex={-1} className="min-h-0 flex-1 outline-none">
          <Outlet />
        </main>
      </div>
      <Suspense>
        {overlay === 'palette' && <Palette onClose={() => setOverlay(null)} />}
        {overlay === 'help' && <ShortcutHelp onClose={() => setOverlay(null)} />}
      </Suspense>
      <SessionEnded user={user} />
      <Toaster />
    </div>
  );
}

function useShortcuts() {
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event);
      if (!shortcut || event.isComposing) return;
      event.preventDefault();
      switch (shortcut) {
        case 'palette':
          return command('openPalette');
        case 'help':
          return command('openHelp');
        case 'newChat':
          void navigate({ to: '/' }).then(() => command('focusComposer'));
          return;
        case 'focus':
          return command('focusComposer');
        case 'copyReply':
          return command('copyLastReply');
        case 'sidebar':
          return toggleSidebar();
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [navigate]);
}
