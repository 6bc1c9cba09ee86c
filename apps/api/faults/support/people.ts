import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './http.ts';

/** An account and its credentials. */
export interface Person {
  readonly email: string;
  readonly cookie: string;
  readonly key: string;
  readonly id: string;
}

export const password = 'correct horse battery staple';
let count = 0;

/**
 * Registers and makes a key. Each has its own network address, so the server needs TRUST_PROXY=1. A 503 of a fully
 * loaded machine is asked again for a minute.
 */
export async function signUp(url: string): Promise<Person> {
  const until = performance.now() + 60_000;
  const served = async (ask: () => ReturnType<typeof call>) => {
    for (;;) {
      const answer = await ask();
      if (answer.status !== 503 || performance.now() > until) return answer;
      await sleep(Number(answer.headers['retry-after'] ?? 1) * 1_000);
    }
  };
  let email = '';
  const registered = await served(() => {
    count += 1;
    email = `person-${process.pid}-${Date.now()}-${count}@example.org`;
    const headers = {
      'x-forwarded-for': `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`,
    };
    const body = { email, password, confirmPassword: password };
    return call(`${url}/api/auth/register`, { method: 'POST', headers, body });
  });
  if (registered.status !== 201) throw new Error(`register: ${registered.status} ${registered.text}`);
  const cookie = String(registered.headers['set-cookie']?.[0]).split(';')[0] ?? '';
  const made = await served(() => call(`${url}/api/keys`, { method: 'POST', headers: { cookie }, body: {} }));
  if (made.status !== 200) throw new Error(`key: ${made.status} ${made.text}`);
  return { email, cookie, key: made.body.key, id: registered.body.user.id };
}

export async function signUpMany(url: string, many: number): Promise<Person[]> {
  return Promise.all(Array.from({ length: many }, () => signUp(url)));
}

export const bearer = (person: Person): Record<string, string> => ({ authorization: `Bearer ${person.key}` });
