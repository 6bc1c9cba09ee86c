import { freePort, startServiceProcess } from '@jarvis/testkit';
import { databaseForFile, modelForFile } from '@jarvis/testkit/for-file';
import { afterAll } from 'vitest';

/** A Jarvis for the tests of a file, in its own process, with a scripted model, and a person with a key. */
export async function jarvisForFile() {
  const [db, model, port] = await Promise.all([databaseForFile(), modelForFile(), freePort()]);
  const service = await startServiceProcess({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: db.url,
    MODEL: 'openai-compatible:scripted',
    MODEL_BASE_URL: model.url,
  });
  afterAll(() => service.stop());
  const post = async (path: string, body: object, cookie = '') => {
    const headers = { 'content-type': 'application/json', cookie };
    return fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  const password = 'correct horse battery';
  const registered = await post('/api/auth/register', {
    email: 'ada@example.org',
    password,
    confirmPassword: password,
  });
  const cookie = registered.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const { key, id } = (await (await post('/api/keys', {}, cookie)).json()) as { key: string; id: string };
  return {
    url: service.url,
    model,
    key,
    cookie,
    revokeKey: () => fetch(`${service.url}/api/keys/${id}`, { method: 'DELETE', headers: { cookie } }),
  };
}
