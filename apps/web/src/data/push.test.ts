import { afterEach, expect, test, vi } from 'vitest';
import { pushProblem } from './push.ts';

afterEach(() => vi.unstubAllGlobals());

const safari = (system: string) =>
  `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`;

test.each([
  ['an iPhone', 'iPhone; CPU iPhone OS 18_5 like Mac OS X', 5, 'homeScreen'],
  ['an iPad, which calls itself a Mac', 'Macintosh; Intel Mac OS X 10_15_7', 5, 'homeScreen'],
  ['a Mac', 'Macintosh; Intel Mac OS X 10_15_7', 0, undefined],
] as const)(
  'on %s, notifications come from the home screen where they must',
  (_, system, points, problem) => {
    vi.stubGlobal('isSecureContext', true);
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    vi.stubGlobal('navigator', { userAgent: safari(system), maxTouchPoints: points, serviceWorker: {} });
    vi.stubGlobal('PushManager', {});
    vi.stubGlobal('Notification', { permission: 'default' });
    expect(pushProblem()).toBe(problem);
  },
);
