import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  RouterProvider,
  redirect,
} from '@tanstack/react-router';
import { loadPart } from './data/load-part.ts';
import { currentUser, keptUser } from './data/session.ts';
import { withTexts } from './i18n/index.ts';
import { signedOutAddress } from './pages/sign-in/addresses.ts';
import { takeNext } from './pages/sign-in/kept-next.ts';
import { safeNext } from './pages/sign-in/provider-errors.ts';
import { CrashPage, NotFoundPage } from './pages/status-pages.tsx';
import { PendingPage } from './ui/pending-page.tsx';

// The router merges the result of `validateSearch` over the address: a refused value has to be present as undefined,
// or the one in the address is used.
type Search<Values> = { [Name in keyof Values]?: Values[Name] | undefined };
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: CrashPage,
});

/** A page that loads when it is opened. */
const page: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => loadPart(load), name);

/** The same with the texts of settings. */
const setting: typeof lazyRouteComponent = (load, name) => page(() => withTexts('settings', load()), name);

/** One route for all steps, as every route is part of the first load. */
const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect/{-$step}',
  beforeLoad: ({ location }) => signedIn(location.href),
  component: setting(() => import('./pages/connect-page.tsx'), 'ConnectPage'),
});

/** Sends a signed-out person to sign in, and then to `href`. */
async function signedIn(href: string): Promise<void> {
  if (await currentUser()) return;
  location.replace(signedOutAddress('/sign-in', href === '/' ? undefined : safeNext(href)));
  // The page is being left.
  await new Promise(() => {});
}

/** The pages that need an account. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  beforeLoad: async ({ location }) => {
    await signedIn(location.href);
    // A provider redirects everybody to the start page.
    const next = takeNext();
    if (next && location.href === '/') throw redirect({ href: next });
  },
  component: page(() => import('./shell/app-shell.tsx'), 'AppShell'),
  errorComponent: CrashPage,
});

/** A page that needs nothing of its address but the path. */
const inApp = <const Path extends string>(path: Path, component: ReturnType<typeof page>) =>
  createRoute({ getParentRoute: () => app, path, component });

const conversation = createRoute({
  getParentRoute: () => app,
  path: '/c/$conversationId',
  validateSearch: (search): Search<{ m: string }> => ({ m: text(search.m) }),
  component: page(() => import('./chat/conversation-page.tsx'), 'ConversationPage'),
});

const schedules = createRoute({
  getParentRoute: () => app,
  path: '/schedules',
  validateSearch: (search): Search<{ schedule: string }> => ({ schedule: text(search.schedule) }),
  // It says times as tasks do.
  component: page(
    () => withTexts('tasks', withTexts('schedules', import('./pages/schedules/schedules-page.tsx'))),
    'SchedulesPage',
  ),
});

/** Every page of the app, by its address; `pages/sign-in/signed-out.tsx` has those for signed-out people. */
const router = createRouter({
  routeTree: root.addChildren([
    connect,
    app.addChildren([
      conversation,
      schedules,
      inApp(
        '/',
        page(() => import('./chat/new-chat-page.tsx'), 'NewChatPage'),
      ),
      inApp(
        '/temporary',
        page(() => import('./chat/temporary-page.tsx'), 'TemporaryPage'),
      ),
      inApp(
        '/tasks',
        page(() => withTexts('tasks', import('./pages/tasks/tasks-page.tsx')), 'TasksPage'),
      ),
      inApp(
        '/today',
        page(() => withTexts('tasks', import('./pages/tasks/today-page.tsx')), 'TodayPage'),
      ),
      inApp(
        '/memories',
        setting(() => import('./pages/memories-page.tsx'), 'MemoriesPage'),
      ),
      inApp(
        '/lookups',
        setting(() => import('./pages/lookups-page.tsx'), 'LookupsPage'),
      ),
      inApp(
        '/keys',
        setting(() => import('./pages/keys-page.tsx'), 'KeysPage'),
      ),
      inApp(
        '/account',
        setting(() => import('./pages/account-page.tsx'), 'AccountPage'),
      ),
      inApp(
        '/notifications',
        setting(() => import('./pages/notifications/notifications-page.tsx'), 'NotificationsPage'),
      ),
      inApp(
        '/sessions',
        setting(() => import('./pages/sessions-page.tsx'), 'SessionsPage'),
      ),
      inApp(
        '/connections',
        setting(() => import('./pages/connections-page.tsx'), 'ConnectionsPage'),
      ),
      inApp(
        '/accounts',
        setting(() => import('./pages/accounts-page.tsx'), 'AccountsPage'),
      ),
    ]),
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: PendingPage,
  defaultPendingMs: 300,
});

// Preloads the parts of the page in the address, unless the person has to sign in.
const [matchedRoutes] = router.getMatchedRoutes(location.pathname);
if (keptUser() || matchedRoutes.every(({ id }) => id !== app.id)) {
  for (const { options } of matchedRoutes) {
    // After a failure, it is loaded and reported when the page is rendered.
    void options.component?.preload?.()?.catch(() => undefined);
  }
}

export default function App() {
  return <RouterProvider router={router} />;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
