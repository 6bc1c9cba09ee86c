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

/** Registers and makes a key. Each has its own network address, so the server needs TRUST_PROXY=1. */
export async function signUp(url: string): Promise<Person> {
  count += 1;
  const email = `person-${process.pid}-${Date.now()}-${count}@example.org`;
  const headers = { 'x-forwarded-for': `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}` };
  const registered = await call(`${url}/api/auth/register`, {
    method: 'POST',
    headers,
    body: { email, password, confirmPassword: password },
  });
  if (registered.status !== 201) throw new Error(`register: ${registered.status} ${registered.text}`);
  const cookie = String(registered.headers['set-cookie']?.[0]).split(';')[0] ?? '';
  const made = await call(`${url}/api/keys`, { method: 'POST', headers: { cookie }, body: {} });
  if (made.status !== 200) throw new Error(`key: ${made.status} ${made.text}`);
  return { email, cookie, key: made.body.key, id: registered.body.user.id };
}

export async function signUpMany(url: string, many: number): Promise<Person[]> {
  return Promise.all(Array.from({ length: many }, () => signUp(url)));
}

export const bearer = (person: Person): Record<string, string> => ({ authorization: `Bearer ${person.key}` });
