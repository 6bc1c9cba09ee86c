import { randomInt, randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import type { EnginePage, Screen } from './engine.ts';
import { engines } from './engines.ts';
import { button, element } from './find.ts';
import { Tab } from './tab.ts';

export const desk: Screen = { width: 1280, height: 800, dark: false };
export const phone: Screen = { width: 390, height: 844, dark: false };
export const password = 'a long enough password';

/** A new person at a browser. */
export interface Traveller {
  readonly tab: Tab;
  /** A text that no other journey has, for a gate of the stage. */
  readonly gate: string;
  newTab(): Promise<Tab>;
  /** Opens an account without the form, and signs in. */
  signUp(): Promise<void>;
  /** Expects errors in the page's console that contain one of these texts. */
  expectErrors(...texts: string[]): void;
}

/** A journey in each installed engine. It fails on errors in the page's console. */
export function journey(
  name: string,
  travel: (traveller: Traveller) => Promise<void>,
  screen: Screen = desk,
): void {
  for (const engine of engines) {
    test(`${engine.name}: ${name}`, async () => {
      const browser = await engine.start(screen);
      const pages: EnginePage[] = [];
      const expected: string[] = [];
      const newTab = async () => {
        const page = await browser.newPage();
        pages.push(page);
        return new Tab(page, inject('baseUrl'), engine.name);
      };
      try {
        const tab = await newTab();
        await travel({
          tab,
          newTab,
          gate: randomUUID().slice(0, 8),
          signUp: () => signUp(tab),
          expectErrors: (...texts) => expected.push(...texts),
        });
        const errors: string[] = [];
        for (const error of pages.flatMap((page) => page.errors))
          if (!expected.some((text) => error.includes(text)) && !(await isOfLeaving(error)))
            errors.push(error);
        expect(errors).toEqual([]);
      } finally {
        await browser.close();
      }
    });
  }
}

/**
 * Firefox reports a load that a page left unfinished as an error of the service worker or of an import, before or after
 * the next page has loaded. What was to be loaded is there.
 */
async function isOfLeaving(error: string): Promise<boolean> {
  const [, left, imported] = unfinished.exec(error) ?? [];
  const url = left ?? imported;
  return url !== undefined && (await fetch(url)).ok;
}

const unfinished =
  /Failed to load ‘(\S+)’\. A ServiceWorker intercepted the request|error loading dynamically imported module: (\S+)/;

export async function say(tab: Tab, words: string): Promise<void> {
  await tab.fill(element('#composer'), words);
  await tab.click(button('Send message'));
}

async function signUp(tab: Tab): Promise<void> {
  // A page of the same origin that loads nothing.
  await tab.open('/robots.txt');
  const register = () => {
    const body = JSON.stringify({ email: newAddress(), password, confirmPassword: password });
    // From a unique network, as a proxy before the service would have reported it.
    const headers = JSON.stringify({
      'content-type': 'application/json',
      'x-forwarded-for': `198.18.${randomInt(256)}.${randomInt(1, 255)}`,
    });
    return tab.value<number>(
      `fetch('/api/auth/register', { method: 'POST', headers: ${headers}, body: ${JSON.stringify(body)} }).then((answer) => answer.status)`,
    );
  };
  // On a busy machine the service may refuse it for a moment.
  await expect.poll(register, { interval: 500, message: 'an account is opened' }).toBe(201);
}

export const newAddress = (): string => `traveller-${randomUUID()}@example.org`;
