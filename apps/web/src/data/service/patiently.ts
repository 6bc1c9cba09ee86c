import { failureOf } from './failure.ts';

const pauseFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A restart of the service, or a lost connection, takes seconds. */
const failuresMax = 4;

/**
 * Makes one of many calls that may be repeated; if there were too many, repeats it after the rate limit's window, and
 * after a passing failure up to four times in 15 s.
 */
export async function patiently<T>(call: () => Promise<T>, pause = pauseFor): Promise<T> {
  for (let failures = 0; ; ) {
    try {
      return await call();
    } catch (error) {
      const { kind, passing, retryAfterSeconds = 1 } = failureOf(error);
      if (kind === 'tooMany') {
        await pause(retryAfterSeconds * 1_000);
      } else {
        if (!passing || failures === failuresMax) throw error;
        await pause(1_000 * 2 ** failures);
        failures += 1;
      }
    }
  }
}
