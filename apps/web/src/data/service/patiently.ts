import { failureOf } from './failure.ts';

const pauseFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Makes one of many calls; if there were too many, repeats it after the rate limit's window. */
export async function patiently<T>(call: () => Promise<T>, pause = pauseFor): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const { kind, retryAfterSeconds = 1 } = failureOf(error);
      if (kind !== 'tooMany') throw error;
      await pause(retryAfterSeconds * 1_000);
    }
  }
}
