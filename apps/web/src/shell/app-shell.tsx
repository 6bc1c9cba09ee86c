import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, useEffect, useLayoutEffect } from 'react';
import { WifiOff } from '~icons';
import { focusComposer } from '../chat/composer.tsx';
import { refuseDrops } from '../chat/files/composer/use-drops.tsx';
import { onSeenElsewhere, wasSeenElsewhere } from '../chat/replies/seen-elsewhere.ts';
import { openNewChat } from '../chat/replies/send-turn.ts';
import { onEnded, restoreTurns, useReplies } from '../chat/replies/store.ts';
import { syncTurns } from '../chat/replies/sync-turns.ts';
import { isLookedAt, type Turn } from '../chat/replies/turn.ts';
import { kept } from '../data/browser/kept.ts';
import { isSessionEnded, useSessionEnded } from '../data/browser/session-state.ts';
import { listedConversation } from '../data/conversations.ts';
import { trpc } from '../data/service/client.ts';
import { useConnectionLost } from '../data/service/connection.ts';
import { useUser } from '../data/service/session.ts';
import { useZoneDiffers } from '../data/time-zone.ts';
import { withTexts } from '../i18n/index.ts';
import { t } from '../i18n/translate.ts';
import { conversationAddress, conversationIn } from '../routing/addresses.ts';
import { history, navigate, onTravel, useAddress } from '../routing/history.ts';
import { cx } from '../ui/classes.ts';
import { isBeingDeleted } from '../ui/feedback/deletions.ts';
import { dropToast, showToast, Toaster, tellPartFailed } from '../ui/feedback/toast.tsx';
import { type ShortcutName, shortcutOf } from '../ui/keyboard/keys.ts';
import { PartBoundary } from '../ui/page/part-boundary.tsx';
import { closeDrawer, toggleSidebar, useSidebar } from '../ui/page/sidebar-state.tsx';
import { markTitle } from '../ui/page/use-title.ts';
import { followChanges } from './live.ts';
import { useReminded } from './notices/use-reminded.ts';
import { closeOverlay, toggleOverlay, useOverlay } from './overlay.ts';
import { SessionEnded } from './session/session-ended.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';

const Drawer = lazy(() => import('./sidebar/drawer.tsx'));
const ProofNotice = lazy(() => import('./notices/proof-notice.tsx'));
// It contains the headings of settings pages.
const Palette = lazy(() => withTexts('settings', import('./palette/palette.tsx')));
const ZoneNotice = lazy(() => withTexts('tasks', import('./notices/zone-notice.tsx')));
const Bell = lazy(() => withTexts('tasks', import('./notices/bell.tsx')));
const ShortcutHelp = lazy(() => import('./shortcut-help.tsx'));
const SignOut = lazy(() => import('./session/sign-out.tsx'));
const overlays = { palette: Palette, bell: Bell, help: ShortcutHelp, signOut: SignOut };

/** The frame around a page for a signed-in person. */
export function AppShell({ children }: { children: ReactNode }) {
  const user = useUser();
  const { beside, narrow } = useSidebar();
  const overlay = useOverlay();
  const Overlay = overlay && overlays[overlay];
  const path = useAddress(({ pathname }) => pathname);
  const sessionEnded = useSessionEnded();
  const proof = useQuery(trpc.account.proofNotice.queryOptions());
  const zoneDiffers = useZoneDiffers();
  useEffect(() => (sessionEnded ? undefined : followChanges(user.id)), [user.id, sessionEnded]);
  useReminded();
  // With the page, not after its first frame: it may be busy by then.
  useLayoutEffect(hearShortcuts, []);
  useEffect(refuseDrops, []);
  useEffect(announceEnded, []);
  useEffect(() => {
    // Loaded only for a person who has allowed notifications on this browser.
    if (kept(`jarvis:push:${user.id}`) === null) return;
    void import('../data/push.ts').then(({ renewPush }) => renewPush(user.id)).catch(() => undefined);
  }, [user.id]);
  useEffect(() => {
    const stop = restoreTurns();
    void syncTurns();
    return stop;
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever the page changes
  useEffect(closeDrawer, [path]);
  useEffect(() => onTravel(closeOverlay), []);

  return (
    // Hidden, not removed: typed text is still there after the sign-in.
    <div className={cx('flex h-dvh overflow-hidden on-paper', sessionEnded && 'invisible')}>
      <a
        href="#content"
        className="absolute start-3 top-3 z-50 -translate-y-20 rounded-lg bg-accent px-4 py-2 font-medium text-accent-ink focus:translate-y-0"
      >
        {t('common.skipToContent')}
      </a>
      {!narrow && (
        <div
          className={cx(
            'shrink-0 overflow-hidden transition-[width] duration-200 ease-calm print:hidden',
            beside ? 'w-[17rem]' : 'invisible w-0',
          )}
        >
          {/* As wide as before while it closes. */}
          <div className="h-full w-[17rem]">
            <Sidebar />
          </div>
        </div>
      )}
      {narrow && (
        <PartBoundary onFailed={tellPartFailed}>
          <Drawer />
        </PartBoundary>
      )}
      <div className="flex min-w-0 flex-1 flex-col on-paper">
        <OfflineNotice />
        <PartBoundary>{proof.data?.notice && <ProofNotice notice={proof.data.notice} />}</PartBoundary>
        <PartBoundary>{zoneDiffers && <ZoneNotice />}</PartBoundary>
        <main id="content" tabIndex={-1} className="min-h-0 flex-1 outline-none">
          {children}
        </main>
      </div>
      <PartBoundary
        key={overlay}
        onFailed={() => {
          closeOverlay();
          tellPartFailed();
        }}
      >
        {!sessionEnded && Overlay && <Overlay onClose={closeOverlay} />}
      </PartBoundary>
      {sessionEnded && <SessionEnded user={user} />}
      <Toaster />
    </div>
  );
}

/** Announces replies that ended unseen; marks the title of a hidden page, and shows words when the person returns. */
function announceEnded(): () => void {
  const isSeen = (turn: Turn) => isLookedAt(useReplies.getState(), turn);
  /** By the turn's key: pending and finished announcements. */
  const untold = new Map<string, () => void>();
  const told = new Map<string, number>();
  const stops = [
    onEnded((turn, end) => {
      if (isSeen(turn) || wasSeenElsewhere(turn.key) || isBeingDeleted(turn.place)) return;
      const say = () => {
        if (isSeen(turn)) return;
        const title = listedConversation(turn.place)?.title ?? turn.text.split('\n', 1)[0] ?? '';
        const id = showToast({
          text: t(end === 'stored' ? 'chat.replyReady' : 'chat.replyFailed', { title }),
          waits: true,
          action: { label: t('chat.openConversation'), run: () => navigate(conversationAddress(turn.place)) },
        });
        told.set(turn.key, id);
      };
      if (document.visibilityState === 'visible') return say();
      untold.set(turn.key, say);
      markTitle();
    }),
    // This tab learned of it late: the other tab's message came first.
    onSeenElsewhere((key) => {
      untold.delete(key);
      dropToast(told.get(key) ?? 0);
    }),
  ];
  const onVisible = () => {
    if (document.visibilityState === 'hidden') return;
    for (const say of untold.values()) say();
    untold.clear();
  };
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', onVisible);
  };
}

const runShortcut: Record<ShortcutName, () => void> = {
  palette: () => toggleOverlay('palette'),
  help: () => toggleOverlay('help'),
  newChat: () => {
    openNewChat();
    // Of this page; one that opens now takes the focus itself.
    focusComposer();
  },
  focus: focusComposer,
  copyReply: () => {
    const { pathname } = history.location;
    const conversationId = conversationIn(pathname);
    if (conversationId === undefined && pathname !== '/') return;
    void import('../chat/copy-last-reply.ts').then(
      ({ copyLastReply }) => copyLastReply(conversationId),
      tellPartFailed,
    );
  },
  sidebar: toggleSidebar,
};

function hearShortcuts(): () => void {
  const onKey = (event: KeyboardEvent) => {
    const shortcut = shortcutOf(event);
    if (!shortcut || event.isComposing || isSessionEnded()) return;
    event.preventDefault();
    runShortcut[shortcut]();
  };
  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}

/** One line at the top while the service does not answer, also for want of a network. */
function OfflineNotice() {
  const lost = useConnectionLost();
  return (
    <div role="status">
      {lost && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-center text-sm text-warn">
          <WifiOff className="size-4 shrink-0" />
          {t('shell.connectionLost')}
        </p>
      )}
    </div>
  );
}
