import { testDefaults } from '@jarvis/testkit/vitest';

/** What a promise resolves to. Fails at the deadline of every wait, and says for what the test has waited. */
export async function within<Value>(what: string, promise: Promise<Value>): Promise<Value> {
  const { timeout } = testDefaults.expect.poll;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${timeout} ms have not brought ${what}`)), timeout);
  return Promise.race([promise, late.promise]).finally(() => clearTimeout(timer));
}
