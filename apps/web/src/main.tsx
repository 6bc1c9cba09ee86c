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

// Nobody moves the focus before the first key or click: until then the rule for it is not needed. It is told where
// the focus has been until it came.
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
// Asked for side by side: the language, who is signed in, and the parts of the page.
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
    // Not even in English: this is all that can be said.
    container.textContent = 'Jarvis could not be loaded. Reload the page to try again.';
    throw error;
  },
);

// Without it the app only does not open offline. It comes last: it fetches everything once more, to keep it.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
}
