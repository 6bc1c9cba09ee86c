import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { queryClient, trpc } from './data/client.ts';
import { loadPart } from './data/load-part.ts';
import { currentUser, keptUser } from './data/session.ts';
import { withTexts } from './i18n/index.ts';
import { takeNext } from './pages/sign-in/kept-next.ts';
import { safeNext } from './pages/sign-in/provider-errors.ts';
import { CrashPage, NotFoundPage, PendingPage } from './pages/status-pages.tsx';

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

/** Pages for signed-out people; others are redirected to the app. Resolves to the options of the sign-in. */
const outside = async ({ search }: { search: Search<{ next: string }> }) => {
  const [user, signInOptions] = await Promise.all([
    currentUser().catch(() => null),
    // The pages ask again after a failure.
    queryClient
      .fetchQuery(trpc.setup.signInOptions.queryOptions(undefined, { retry: false }))
      .catch(() => undefined),
  ]);
  if (user) throw redirect({ href: search.next ?? '/' });
  return signInOptions;
};

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): Search<{ error: string; next: string; reset: true }> => ({
    error: text(search.error),
    next: safeNext(search.next),
    reset: search.reset === true ? true : undefined,
  }),
  beforeLoad: async ({ search }) => {
    const signInOptions = await outside({ search });
    // Nobody can sign in before there is an account.
    const { next, error } = search;
    if (signInOptions?.firstAccount && !error)
      throw redirect({ to: '/register', search: next ? { next } : {} });
  },
  component: page(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  validateSearch: (search): Search<{ next: string; invitation: string }> => ({
    next: safeNext(search.next),
    invitation: text(search.invitation),
  }),
  beforeLoad: async ({ search }) => void (await outside({ search })),
  component: setting(() => import('./pages/sign-in/register-page.tsx'), 'RegisterPage'),
});

const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot',
  component: page(() => import('./pages/sign-in/forgot-page.tsx'), 'ForgotPage'),
});

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  validateSearch: (search): Search<{ token: string }> => ({ token: text(search.token) }),
  component: page(() => import('./pages/sign-in/reset-page.tsx'), 'ResetPage'),
});

/** One route for all steps, as every route is part of the first load. */
const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect/{-$step}',
  beforeLoad: ({ location }) => signedIn(location.href),
  component: setting(() => import('./pages/connect-page.tsx'), 'ConnectPage'),
});

/** Redirects a signed-out person to sign in, and then to `href`. */
async function signedIn(href: string): Promise<void> {
  if (await currentUser()) return;
  const next = href === '/' ? undefined : safeNext(href);
  throw redirect({ to: '/sign-in', search: next ? { next } : {} });
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

/** Every page of the app, by its address. */
export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    register,
    forgot,
    reset,
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

/** Preloads the parts of the page in the address, unless the person has to sign in. */
export function preloadPage(): void {
  const [matchedRoutes] = router.getMatchedRoutes(location.pathname);
  if (matchedRoutes.some(({ id }) => id === app.id) && !keptUser()) return;
  for (const { options } of matchedRoutes) {
    // After a failure, it is loaded and reported when the page is rendered.
    void options.component?.preload?.()?.catch(() => undefined);
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
