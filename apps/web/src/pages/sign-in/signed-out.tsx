import type { ComponentType } from 'react';
import { queryClient } from '../../data/service/client.ts';
import { currentUser, signInOptionsQuery } from '../../data/service/session.ts';
import { withTexts } from '../../i18n/index.ts';
import {
  type SignedOutPath,
  safeNext,
  signedOutAddress,
  signedOutPath,
  valueInAddress,
} from './addresses.ts';

/**
 * The pages for signed-out people. They are outside the router, which brings the frame of the app: each link between
 * them, and into the app, loads a new page.
 */
const pages: Record<SignedOutPath, () => Promise<ComponentType>> = {
  '/sign-in': async () => {
    const page = import('./sign-in-page.tsx');
    return (await (valueInAddress('error') ? withTexts('settings', page) : page)).SignInPage;
  },
  '/register': async () => (await withTexts('settings', import('./register-page.tsx'))).RegisterPage,
  '/forgot': async () => (await import('./forgotten-password.tsx')).ForgotPage,
  '/reset': async () => (await import('./forgotten-password.tsx')).ResetPage,
};

/** The page at the address, as the default export of a module. A signed-in person goes to the app. */
export async function openSignedOut(): Promise<{ readonly default: ComponentType }> {
  const path = signedOutPath(location.pathname) ?? '/sign-in';
  const page = pages[path]();
  if (path === '/forgot' || path === '/reset') return { default: await page };
  // It is awaited below.
  page.catch(() => undefined);
  const next = safeNext(valueInAddress('next'));
  const [user, signInOptions] = await Promise.all([
    currentUser().catch(() => null),
    // The pages retry after a failure.
    queryClient.fetchQuery({ ...signInOptionsQuery, retry: false }).catch(() => undefined),
  ]);
  if (user) {
    location.replace(next ?? '/');
    return new Promise(() => {});
  }
  // Nobody can sign in before there is an account.
  if (path === '/sign-in' && signInOptions?.firstAccount && !valueInAddress('error')) {
    history.replaceState(null, '', signedOutAddress('/register', next));
    return { default: await pages['/register']() };
  }
  return { default: await page };
}
