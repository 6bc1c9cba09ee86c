import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { startLanguage } from './data/browser/language.ts';
import { loadAnew } from './data/browser/session-state.ts';
import { queryClient } from './data/service/client.ts';
import { loadPart } from './data/service/load-part.ts';
import { currentUser, keptUser } from './data/service/session.ts';
import { useLanguage } from './i18n/translate.ts';
import { signedOutPath } from './pages/sign-in/addresses.ts';
import { LiveRegion } from './ui/feedback/live-region.tsx';
import { Logo } from './ui/logo.tsx';
import { allowTranslation } from './ui/page/page-translation.ts';
import { PartBoundary } from './ui/page/part-boundary.tsx';
import { BrokenPage } from './ui/page/status-page.tsx';

const container = document.getElementById('app');
if (!container) throw new Error('index.html has no #app');

// No focus moves before the first key or click, so the focus rule loads after that. It gets the elements that were
// focused until then.
const focused: EventTarget[] = [];
const noteFocus = ({ target }: Event) => void (target && focused.unshift(target));
addEventListener('focusin', noteFocus);
const untilAsked = new AbortController();
async function loadFocusRule(): Promise<void> {
  untilAsked.abort();
  const { keepFocus } = await import('./ui/keyboard/keep-focus.ts');
  removeEventListener('focusin', noteFocus);
  keepFocus(focused);
}
for (const event of ['keydown', 'pointermove', 'pointerdown'])
  addEventListener(
    event,
    ({ movementX, movementY }: Partial<PointerEvent>) => {
      // Chromium reports a mouse at rest when the page is laid out.
      if (event === 'pointermove' && !movementX && !movementY) return;
      void loadFocusRule().catch(() => undefined);
    },
    { signal: untilAsked.signal },
  );
// Loaded in parallel: the language, the signed-in person, and the parts of the page.
void currentUser().catch(() => undefined);
const page = loadPart(async () => {
  if (await isSignedOut()) return (await import('./pages/sign-in/signed-out.tsx')).openSignedOut();
  return import('./router.tsx');
});
// Its failure is shown when it is rendered.
page.catch(() => undefined);
const Page = lazy(() => page);

/** Whether the address is a page for signed-out people, or leads to one. */
async function isSignedOut(): Promise<boolean> {
  if (signedOutPath(location.pathname)) return true;
  // Most first visits: does not load the app, which would redirect the person.
  if (location.pathname !== '/' || keptUser()) return false;
  if ((await currentUser().catch(() => undefined)) !== null) return false;
  history.replaceState(null, '', '/sign-in');
  return true;
}

function Root() {
  useLanguage();
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <PartBoundary fallback={<BrokenPage />}>
          <Suspense
            fallback={
              // Without a status: a screen reader would begin at it, and keep silent about the focus that follows.
              <div className="flex h-dvh items-center justify-center">
                <Logo className="size-10 animate-breathe" />
              </div>
            }
          >
            <Page />
          </Suspense>
        </PartBoundary>
        <LiveRegion />
      </QueryClientProvider>
    </StrictMode>
  );
}

startLanguage().then(
  () => createRoot(container).render(<Root />),
  (error: unknown) => {
    // Not even English could be loaded: this text is fixed.
    container.textContent = 'Jarvis could not be loaded. Reload the page to try again.';
    throw error;
  },
);

allowTranslation();

// A browser may keep a page that is left, and show it again as it was, when another person is signed in or nobody.
addEventListener('pagehide', ({ persisted }) => {
  document.documentElement.hidden = persisted;
});
addEventListener('pageshow', ({ persisted }) => persisted && loadAnew());

// Only offline use and notifications need it. It comes last, because it fetches all files again to cache them.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
}
