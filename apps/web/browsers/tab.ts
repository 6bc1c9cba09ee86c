import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { testDefaults } from '@jarvis/testkit/vitest';
import type { EnginePage } from './engine.ts';
import { look, type Sight, type Target } from './find.ts';

/**
 * A page of the app in some engine. Each wait ends at the deadline of all tests, and then says what it waited for.
 */
export class Tab {
  readonly #page: EnginePage;
  readonly #origin: string;
  readonly #engine: string;

  constructor(page: EnginePage, origin: string, engine: string) {
    this.#page = page;
    this.#origin = origin;
    this.#engine = engine;
  }

  /** A page of the service, or another address. */
  async open(path: string): Promise<void> {
    await this.#page.goto(new URL(path, this.#origin).href);
  }

  async reload(): Promise<void> {
    await this.#page.reload();
  }

  /** Goes back from a timer: a page that is left at once may not tell the value of its expression. */
  async back(): Promise<void> {
    await this.value('void setTimeout(() => history.back())');
  }

  /** The value of an expression in the page, as JSON; of a promise, what it resolves to. */
  async value<Value>(expression: string): Promise<Value> {
    return (await this.#page.evaluate(expression)) as Value;
  }

  /** Waits until the page shows it. */
  async see(target: Target): Promise<void> {
    await this.#until(target, 'is not seen', ({ count }) => count > 0);
  }

  /** Waits until the page shows it this many times. */
  async count(target: Target, expected: number): Promise<void> {
    await this.#until(target, `is not there ${expected} times`, ({ count }) => count === expected);
  }

  /** With the mouse, once it has stopped moving and nothing covers it. */
  async click(target: Target): Promise<void> {
    let before: Sight['point'];
    const { point } = await this.#until(target, 'cannot be clicked', ({ point }) => {
      const still = point && before?.x === point.x && before.y === point.y;
      before = point;
      return still === true;
    });
    if (point) await this.#page.click(point.x, point.y);
  }

  /** Replaces the text of a field by typing. */
  async fill(target: Target, words: string): Promise<void> {
    await this.click(target);
    await this.value('document.activeElement.select()');
    await this.#page.type(words);
  }

  async press(key: 'Enter' | 'Escape'): Promise<void> {
    await this.#page.press(key);
  }

  /** Waits until an expression in the page has this value. */
  async becomes(expression: string, expected: string | number | boolean): Promise<void> {
    let value: unknown;
    await this.#deadline(
      async () => {
        value = await this.#page.evaluate(expression);
        return value === expected;
      },
      () => `${expression} is ${JSON.stringify(value)} and not ${JSON.stringify(expected)}`,
    );
  }

  /**
   * Waits until nothing moves or changes its color. WebKit calls a transition finished by the clock, up to a frame
   * before it draws the last value, and lists it until then; a finished animation stays in the list if it fills forwards.
   */
  async settles(): Promise<void> {
    await this.becomes(
      'document.getAnimations().filter((one) => one.playState === "running" || one instanceof CSSTransition).length',
      0,
    );
  }

  /** Saves the visible, settled part as a PNG in the folder `E2E_SCREENSHOTS`, if that is set. */
  async picture(name: string): Promise<void> {
    const folder = process.env.E2E_SCREENSHOTS;
    if (!folder) return;
    await this.settles();
    const file = `${this.#engine}-${name}`.replaceAll(/\W+/g, '-').toLowerCase();
    await writeFile(join(folder, `${file}.png`), await this.#page.screenshot());
  }

  async #until(target: Target, problem: string, isMet: (sight: Sight) => boolean): Promise<Sight> {
    let sight: Sight = { count: 0 };
    await this.#deadline(
      async () => {
        sight = (await this.#page.evaluate(`(${look})(${JSON.stringify(target)})`)) as Sight;
        return isMet(sight);
      },
      () => `“${target.name || target.css}” (${target.css}) ${problem}, but ${sight.count} times`,
    );
    return sight;
  }

  /** Polls, because the engines have no other way to wait in common. */
  async #deadline(isMet: () => Promise<boolean>, problem: () => string): Promise<void> {
    const { timeout } = testDefaults.expect.poll;
    const signal = AbortSignal.timeout(timeout);
    let failure = '';
    while (!signal.aborted) {
      try {
        if (await isMet()) return;
        failure = '';
      } catch (error) {
        // It gives no answer while a page is being replaced.
        failure = ` (${error})`;
      }
      await pause(100);
    }
    const shown = await this.#page
      .evaluate('location.pathname + "\\n" + document.body.innerText')
      .catch(String);
    throw new Error(`${this.#engine}, after ${timeout} ms: ${problem()}${failure}. The page shows: ${shown}`);
  }
}
