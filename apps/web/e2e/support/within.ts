import { testDefaults } from '@jarvis/testkit/vitest';

/** The result of a promise. Fails at the common deadline, and names `what` it waited for. */
export async function within<Value>(what: string, promise: Promise<Value>): Promise<Value> {
  const { timeout } = testDefaults.expect.poll;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${timeout} ms have not brought ${what}`)), timeout);
  return Promise.race([promise, late.promise]).finally(() => clearTimeout(timer));
}
