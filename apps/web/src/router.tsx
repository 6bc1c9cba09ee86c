import type { HistoryLocation } from '@tanstack/history';
import { type ComponentType, startTransition, use, useCallback, useEffect, useRef, useState } from 'react';
import { isConnectionLost } from './data/service/connection.ts';
import { loadPart } from './data/service/load-part.ts';
import { currentUser, keptUser } from './data/service/session.ts';
import { withTexts } from './i18n/index.ts';
import { safeNext, signedOutAddress, takeNext } from './pages/sign-in/addresses.ts';
import { CrashPage, NotFoundPage } from './pages/status-pages.tsx';
import { type PagePath, pageAt } from './routing/addresses.ts';
import { history, Shown } from './routing/history.ts';
import { Preload } from './routing/link.tsx';
import { AppShell } from './shell/app-shell.tsx';
import { announce } from './ui/feedback/live-region.tsx';
import { PartBoundary } from './ui/page/part-boundary.tsx';
import { PendingPage } from './ui/page/status-page.tsx';

/** Loads a page when it is opened. */
type LoadPage = () => Promise<ComponentType>;

const setting = <Code,>(code: Promise<Code>) => withTexts('settings', code);

const connect: LoadPage = async () => (await setting(import('./pages/connect-page.tsx'))).ConnectPage;

/** Every page of the app; `pages/sign-in/signed-out.tsx` has those for signed-out people. */
const pages: Readonly<Record<PagePath, LoadPage>> = {
  '/': async () => (await import('./chat/new-chat-page.tsx')).NewChatPage,
  '/c/*': async () => (await import('./chat/conversation-page.tsx')).ConversationPage,
  '/temporary': async () => (await import('./chat/temporary-page.tsx')).TemporaryPage,
  '/tasks': async () => (await withTexts('tasks', import('./pages/tasks/tasks-page.tsx'))).TasksPage,
  '/today': async () => (await withTexts('tasks', import('./pages/tasks/today-page.tsx'))).TodayPage,
  // It shows times in the words of tasks.
  '/schedules': async () =>
    (await withTexts('tasks', withTexts('schedules', import('./pages/schedules/schedules-page.tsx'))))
      .SchedulesPage,
  '/memories': async () => (await setting(import('./pages/memories-page.tsx'))).MemoriesPage,
  '/lookups': async () => (await setting(import('./pages/lookups-page.tsx'))).LookupsPage,
  '/keys': async () => (await setting(import('./pages/keys/keys-page.tsx'))).KeysPage,
  '/account': async () => (await setting(import('./pages/account/account-page.tsx'))).AccountPage,
  '/notifications': async () =>
    (await setting(import('./pages/notifications/notifications-page.tsx'))).NotificationsPage,
  '/sessions': async () => (await setting(import('./pages/sessions-page.tsx'))).SessionsPage,
  '/connections': async () =>
    (await setting(import('./pages/connections/connections-page.tsx'))).ConnectionsPage,
  '/accounts': async () => (await setting(import('./pages/accounts/accounts-page.tsx'))).AccountsPage,
  '/connect': connect,
  '/connect/*': connect,
};

/** What an address shows. */
interface View {
  readonly location: HistoryLocation;
  readonly Page: ComponentType;
  /** Shown in the frame of the app. */
  readonly isFramed?: boolean;
  /** The page could not be opened. */
  readonly failure?: { readonly error: unknown };
}

/** Loads the view of an address; never rejects. */
async function open(location: HistoryLocation): Promise<View> {
  const load = pageAt(pages, location.pathname);
  if (!load) return { location, Page: NotFoundPage };
  try {
    await signedIn(location.href);
    if (load === connect) return { location, Page: await loadOrReload(load) };
    // A provider redirects everybody to the start page, so the kept destination is used there.
    const next = takeNext();
    if (next && location.href === '/') {
      history.replace(next);
      return open(history.location);
    }
    return { location, Page: await loadOrReload(load), isFramed: true };
  } catch (error) {
    // React does the same for a page that fails during rendering.
    console.error(error);
    return { location, Page: PendingPage, failure: { error } };
  }
}

/** Sends a signed-out person to sign in, and then to `href`. */
async function signedIn(href: string): Promise<void> {
  if (await currentUser()) return;
  location.replace(signedOutAddress('/sign-in', href === '/' ? undefined : safeNext(href)));
  // Waits until the page is left.
  await new Promise(() => {});
}

/** Loads a part. One of an older version is gone from the server: the page is reloaded, once, for the new version. */
async function loadOrReload<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await loadPart(load);
  } catch (error) {
    if (!isFirst(error)) throw error;
    location.reload();
    return new Promise(() => {});
  }
}

/** Whether this tab meets this failure for the first time. False without storage: the page would reload for ever. */
function isFirst(error: unknown): boolean {
  const name = `jarvis:reloaded:${error}`;
  try {
    if (sessionStorage[name]) return false;
    sessionStorage[name] = 'true';
    return true;
  } catch {
    return false;
  }
}

/** A failure is reported when the page is opened. */
function preload(to: string): void {
  if (!isConnectionLost()) void pageAt(pages, to.replace(/[?#].*/, ''))?.().catch(() => undefined);
}

/** What is shown instead of a view while the next one is slow. */
function pending(shown: View): View {
  // What is written in a new chat goes to its conversation, also while that page loads.
  const stays = history.location.state.begun && shown.location.pathname === '/';
  return shown.failure || stays ? shown : { ...shown, Page: PendingPage };
}

const pendingMs = 300;
/** So that it does not flash. */
const pendingMinMs = 500;
const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * The view of the window's address: the shown one stays until the next one is loaded. The function, which is the same in
 * every render, opens the view again.
 */
function useView(initial: View): readonly [View, () => void] {
  const [view, setView] = useState(initial);
  const latest = useRef<object>(null);

  const follow = useCallback(async () => {
    const own = {};
    latest.current = own;
    const show = (next: (shown: View) => View) => {
      if (latest.current === own) startTransition(() => setView(next));
    };
    const opening = open(history.location);
    const isSlow = await Promise.race([opening.then(() => false), after(pendingMs).then(() => true)]);
    if (isSlow) {
      show(pending);
      await after(pendingMinMs);
    }
    const next = await opening;
    show(() => next);
  }, []);

  useEffect(() => {
    // The person went back while the first view was loaded.
    if (initial.location !== history.location) void follow();
    return history.subscribe(() => void follow());
  }, [initial, follow]);
  return [view, follow];
}

// The parts of the page in the address load while the session is asked for, unless the person has to sign in.
if (keptUser() || pageAt(pages, location.pathname) === connect) preload(location.pathname);
const first = open(history.location);

/** Calls this with the heading of the page, at once or when it is loaded. Returns a function that ends the wait. */
function onHeading(tell: (heading: string) => void): () => void {
  const look = () => {
    const heading = document.querySelector('h1')?.textContent;
    if (!heading) return;
    observer.disconnect();
    tell(heading);
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  look();
  return () => observer.disconnect();
}

export default function App() {
  const [view, reopen] = useView(use(first));
  const { Page, isFramed, failure } = view;
  const opened = useRef(view.location);
  // A screen reader names a document that opens, but no page of this one.
  useEffect(() => {
    const { pathname, state } = opened.current;
    const { location } = view;
    opened.current = location;
    // A conversation that begins is no other page: it takes the entry of the new chat.
    const begins = location.state.begun && location.state.__TSR_index === state.__TSR_index;
    return begins || pathname === location.pathname ? undefined : onHeading(announce);
  }, [view]);
  const crashed = (error: unknown) => <CrashPage error={error} onRetry={reopen} />;
  return (
    <Shown value={view.location}>
      <Preload value={preload}>
        <PartBoundary of={view} fallback={crashed}>
          {failure ? (
            crashed(failure.error)
          ) : isFramed ? (
            <AppShell>
              <Page />
            </AppShell>
          ) : (
            <Page />
          )}
        </PartBoundary>
      </Preload>
    </Shown>
  );
}
