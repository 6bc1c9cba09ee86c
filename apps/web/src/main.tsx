import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './data/client.ts';
import { currentUser } from './data/session.ts';
import { startLanguage } from './i18n/index.ts';
import { preloadPage, router } from './router.tsx';
import { LiveRegion } from './ui/live-region.tsx';

const container = document.getElementById('app');
if (!container) throw new Error('index.html has no #app');

// No focus moves before the first key or click, so the focus rule loads after that. It gets the elements that had the
// focus until then.
const focused: EventTarget[] = [];
const noteFocus = ({ target }: Event) => void (target && focused.unshift(target));
addEventListener('focusin', noteFocus);
const untilAsked = new AbortController();
async function loadFocusRule(): Promise<void> {
  untilAsked.abort();
  const { keepFocus } = await import('./ui/keep-focus.ts');
  removeEventListener('focusin', noteFocus);
  keepFocus(focused);
}
for (const event of ['keydown', 'pointermove', 'pointerdown'])
  addEventListener(event, () => void loadFocusRule().catch(() => undefined), { signal: untilAsked.signal });
// Loaded in parallel: the language, the signed-in person, and the parts of the page.
void currentUser().catch(() => undefined);
preloadPage();
startLanguage().then(
  () =>
    createRoot(container).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <LiveRegion />
        </QueryClientProvider>
      </StrictMode>,
    ),
  (error: unknown) => {
    // Not even English could be loaded: this text is fixed.
    container.textContent = 'Jarvis could not be loaded. Reload the page to try again.';
    throw error;
  },
);

// Without it only offline use is missing. It comes last, because it fetches all files again to cache them.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
}
