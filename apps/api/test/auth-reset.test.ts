import { rates } from '@jarvis/contract';
import { deliverDueResetMails } from '@jarvis/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { emailOf } from './support/belongings.ts';
import { statusesOf } from './support/client.ts';
import { password, serviceForFile } from './support/service.ts';

const newPassword = 'quite another one';
const fixedText = 'If an account exists for that address, a reset link is on its way.';

const service = await serviceForFile();

beforeEach(() => {
  service.deps.mailer.failure = undefined;
  service.deps.mailer.mails.length = 0;
  service.deps.clock.advance(901);
});

/** Every mail, including that of a first proof, which is sent after the response that proved the address. */
const allMails = () => service.deps.mailer.mails;
const proofMails = () =>
  allMails().filter(({ subject }) => subject === 'Your Jarvis account is yours alone now');
const mails = () => allMails().filter(({ text }) => text.includes('/reset?token='));

/** Asks for a link and waits for the mail; returns the link's token. */
async function mailedToken(email: string): Promise<string> {
  const before = mails().length;
  expect((await service.stranger().post('/api/auth/forgot', { email })).status).toBe(200);
  await expect.poll(() => mails().length).toBe(before + 1);
  return tokenIn(mails().at(-1)?.text ?? '');
}

const tokenIn = (text: string) => /\/reset\?token=([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? 'no token';

const reset = (token: string, text = newPassword) =>
  service.stranger().post('/api/auth/reset', { token, password: text, confirmPassword: text });

const login = (email: string, text: string) =>
  service.stranger().post('/api/auth/login', { email, password: text });

it.each([
  ['auto', 'Your Jarvis password was changed', /reset link/],
  ['de', 'Dein Jarvis-Passwort wurde geändert', /Link zum Zurücksetzen/],
  ['it', 'La tua password di Jarvis è stata cambiata', /link di reimpostazione/],
])('a mail reports a used link, in the account’s language: %s', async (language, subject, how) => {
  const person = await service.signedUp();
  const email = await emailOf(person);
  await person.patch('/api/auth/profile', { preferredLanguage: language });
  const token = await mailedToken(email);
  expect((await reset(token)).status).toBe(200);
  const told = () => allMails().filter((mail) => mail.subject === subject);
  await expect.poll(() => told().length).toBe(1);
  expect(told()[0]).toMatchObject({ to: email, text: expect.stringMatching(how) });
  expect(told()[0]?.text).toContain('http://localhost:3000/forgot');
  expect((await reset(token)).status).toBe(400);
  expect(told()).toHaveLength(1);
});

it('a failed mail about a new password does not undo the change', async () => {
  const email = await emailOf(await service.signedUp());
  const token = await mailedToken(email);
  service.deps.mailer.failure = new Error('full');
  expect((await reset(token)).status).toBe(200);
  expect((await login(email, newPassword)).status).toBe(200);
});

describe('forgot', () => {
  it('mails a link to the web app’s page, in text and HTML, in the account’s language', async () => {
    const person = await service.signedUp();
    const email = await emailOf(person);
    for (const [language, subject] of [
      ['auto', 'Reset your Jarvis password'],
      ['de', 'Dein Jarvis-Passwort zurücksetzen'],
      ['it', 'Reimposta la password di Jarvis'],
    ]) {
      await person.patch('/api/auth/profile', { preferredLanguage: language });
      const token = await mailedToken(email);
      const mail = mails().at(-1);
      expect(mail).toMatchObject({ to: email, subject });
      expect(mail?.text).toContain(`http://localhost:3000/reset?token=${token}`);
      expect(mail?.html).toContain(`href="http://localhost:3000/reset?token=${token}"`);
      expect(mail?.html).not.toMatch(/<script|<img|http(?!:\/\/localhost:3000)/);
    }
  });

  it('answers the same for an unknown and a restricted address, and mails nothing', async () => {
    const email = await emailOf(await service.signedUp());
    await service.deps.db.run('update users set restricted_at = $1 where email = $2', [
      new Date().toISOString(),
      email,
    ]);
    const answers = [];
    for (const address of [email, 'nobody@example.org']) {
      answers.push(await service.stranger().post('/api/auth/forgot', { email: address }));
    }
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ message: fixedText });
    }
    await expect.poll(async () => await waitingRequests()).toBe(0);
    expect(mails()).toEqual([]);
  });

  it('answers 503 for every address while mail cannot be handed over, and stores nothing', async () => {
    const email = await emailOf(await service.signedUp());
    service.deps.mailer.failure = new Error('connection refused');
    for (const address of [email, 'nobody@example.org']) {
      const answer = await service.stranger().post('/api/auth/forgot', { email: address });
      expect(answer.status).toBe(503);
      expect(answer.body).toEqual({ error: expect.stringContaining('could not be handed off') });
      expect(answer.headers.get('retry-after')).toBeTruthy();
    }
    expect(await waitingRequests()).toBe(0);
  });

  it('retries while the link is valid when the mail server refuses later', async () => {
    const email = await emailOf(await service.signedUp());
    const refuseSending = new Error('451');
    const { send } = service.deps.mailer;
    service.deps.mailer.send = () => Promise.reject(refuseSending);
    await service.stranger().post('/api/auth/forgot', { email });
    const dueWithinMs = async () => {
      const [row] = await service.deps.db.run(
        'select extract(epoch from next_try_at - now()) * 1000 from reset_requests',
        [],
      );
      return Number(row?.[0]);
    };
    await expect.poll(dueWithinMs).toBeLessThanOrEqual(5_000);
    service.deps.mailer.send = send;
    await deliverDueResetMails(service.deps);
    expect(mails()).toEqual([]);
    await service.deps.db.run(
      "update reset_requests set next_try_at = next_try_at - interval '5 seconds'",
      [],
    );
    await deliverDueResetMails(service.deps);
    expect(mails()).toHaveLength(1);
    expect(await waitingRequests()).toBe(0);
    expect((await reset(tokenIn(mails()[0]?.text ?? ''))).status).toBe(200);
  });

  it('sends mails that another process left behind, and gives up when the link would be invalid', async () => {
    const email = await emailOf(await service.signedUp());
    const leave = (id: string, expiresIn: number, triedAgainIn: number) =>
      service.deps.db.run(
        `insert into reset_requests (id, email_key, expires_at, next_try_at, tries) values ($1, $2, $3, $4, 1)`,
        [
          id,
          email,
          new Date(service.deps.clock.now() + expiresIn).toISOString(),
          new Date(Date.now() + triedAgainIn).toISOString(),
        ],
      );
    // Also rows left by a machine whose clock is a day ahead.
    await leave('019c1f0e-8c11-7d5a-9a3e-5f0f4b1c2d3e', 60_000, 24 * 60 * 60_000);
    await leave('019c1f0e-8c11-7d5a-9a3e-5f0f4b1c2d3f', -1, -1);
    await Promise.all([deliverDueResetMails(service.deps), deliverDueResetMails(service.deps)]);
    expect(mails()).toHaveLength(1);
    expect(await waitingRequests()).toBe(0);
  });

  it('takes mails one at a time, so that a mail server that is slow with one withholds none from another process', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => service.signedUp()));
    const addresses = await Promise.all(people.map(emailOf));
    for (const [n, email] of addresses.entries()) {
      await service.deps.db.run(
        `insert into reset_requests (id, email_key, expires_at, next_try_at, tries) values (gen_random_uuid(), $1, $2, $3, 1)`,
        [
          email,
          new Date(service.deps.clock.now() + 600_000).toISOString(),
          new Date(Date.now() - 1_000 + n).toISOString(),
        ],
      );
    }
    const { mailer } = service.deps;
    const { send } = mailer;
    const slow = Promise.withResolvers<void>();
    const asked: string[] = [];
    mailer.send = async (mail) => {
      asked.push(mail.to);
      if (asked.length === 1) await slow.promise;
      return send.call(mailer, mail);
    };
    const first = deliverDueResetMails(service.deps);
    await expect.poll(() => asked.length).toBe(1);
    await deliverDueResetMails(service.deps);
    slow.resolve();
    await first;
    mailer.send = send;
    expect(asked).toEqual([addresses[0], addresses[1], addresses[2]]);
    expect(mails()).toHaveLength(3);
  });

  it('answers 429 beyond the rate of an address, known or not, in any letter case', async () => {
    const email = await emailOf(await service.signedUp());
    const most = rates.resetRequestPerEmail.limit;
    for (const address of [email, 'stranger@example.org']) {
      const forms = [address, address.toUpperCase(), ` ${address}`];
      const answers = await Promise.all(
        Array.from({ length: most + 2 }, (_, n) =>
          service.stranger().post('/api/auth/forgot', { email: forms[n % forms.length] }),
        ),
      );
      expect(statusesOf(answers, 200)).toEqual([...Array(most).fill(200), 429, 429]);
      const refused = answers.find(({ status }) => status === 429);
      expect(Number(refused?.headers.get('retry-after'))).toBe(900);
    }
    service.deps.clock.advance(900);
    expect((await service.stranger().post('/api/auth/forgot', { email })).status).toBe(200);
  });

  it('refuses text that is not an address', async () => {
    for (const body of [{}, { email: 'nobody' }, { email: 7 }, { email: ['a@b.de'] }]) {
      expect((await service.stranger().post('/api/auth/forgot', body)).status).toBe(400);
    }
  });

  async function waitingRequests(): Promise<number> {
    return (await service.deps.db.run('select 1 from reset_requests', [])).length;
  }
});

describe('the first proof of an address by a mailed link', () => {
  it('revokes the earlier keys, deletes nothing, and tells the owner by mail and once in the app', async () => {
    const stranger = await service.signedUp();
    const email = await emailOf(stranger);
    const programs = [await service.withKey(stranger), await service.withKey(stranger)];
    expect((await stranger.post('/api/tasks', { title: 'Planted' })).status).toBe(201);
    await reset(await mailedToken(email));

    for (const program of programs) {
      expect((await program.get('/api/tasks')).body).toEqual({ error: 'Invalid API key.' });
    }
    const owner = service.stranger();
    await owner.post('/api/auth/login', { email, password: newPassword });
    expect((await owner.get('/api/tasks')).body.tasks).toMatchObject([{ title: 'Planted' }]);
    expect((await owner.get('/api/keys')).body.keys).toHaveLength(2);

    const [mail, ...more] = proofMails();
    expect(mail).toMatchObject({ to: email });
    expect(more).toEqual([]);
    expect(mail?.text).toContain('2 API keys were revoked');
    expect(mail?.text).toContain('tasks and memories');
    expect(mail?.html).not.toMatch(/<script|<img|http/);

    const notice = async () => (await owner.get('/trpc/account.proofNotice')).body.result.data.notice;
    const [row] = await service.deps.db.run('select created_at from users where email = $1', [email]);
    const since = new Date(String(row?.[0])).toISOString();
    expect(await notice()).toEqual({ keysRevoked: 2, since });
    expect((await owner.post('/trpc/account.dismissProofNotice', {})).status).toBe(200);
    expect(await notice()).toBeNull();
  });

  it('deletes the webhooks of the person who opened the account, only the first time', async () => {
    const url = 'https://hooks.example.org/';
    const stranger = await service.signedUp();
    const email = await emailOf(stranger);
    expect((await stranger.post('/api/webhooks', { url })).status).toBe(200);
    await reset(await mailedToken(email));
    const owner = service.stranger();
    await owner.post('/api/auth/login', { email, password: newPassword });
    expect((await owner.get('/api/webhooks')).body.webhooks).toEqual([]);

    expect((await owner.post('/api/webhooks', { url })).status).toBe(200);
    service.deps.clock.advance(901);
    await reset(await mailedToken(email), 'a third password');
    const again = service.stranger();
    await again.post('/api/auth/login', { email, password: 'a third password' });
    expect((await again.get('/api/webhooks')).body.webhooks).toHaveLength(1);
  });

  it('happens once: an account whose address was proven before keeps its keys through a reset', async () => {
    const person = await service.signedUp();
    const email = await emailOf(person);
    await reset(await mailedToken(email));
    const again = service.stranger();
    await again.post('/api/auth/login', { email, password: newPassword });
    await again.post('/trpc/account.dismissProofNotice', {});
    const program = await service.withKey(again);
    service.deps.clock.advance(901);
    const token = await mailedToken(email);
    const told = proofMails().length;
    expect((await reset(token, 'a third password')).status).toBe(200);
    expect((await program.get('/api/tasks')).status).toBe(200);
    expect(proofMails()).toHaveLength(told);
    const owner = service.stranger();
    await owner.post('/api/auth/login', { email, password: 'a third password' });
    expect((await owner.get('/trpc/account.proofNotice')).body.result.data.notice).toBeNull();
  });

  it('is shown in a session only', async () => {
    const program = await service.withKey(await service.signedUp());
    for (const caller of [program, service.stranger()]) {
      expect((await caller.get('/trpc/account.proofNotice')).status).toBe(401);
      expect((await caller.post('/trpc/account.dismissProofNotice', {})).status).toBe(401);
    }
  });
});

describe('reset', () => {
  it('sets the password once, ends every session and makes other links useless', async () => {
    const person = await service.signedUp();
    const email = await emailOf(person);
    const elsewhere = service.stranger();
    await elsewhere.post('/api/auth/login', { email, password });
    const first = await mailedToken(email);
    const second = await mailedToken(email);

    expect(await reset(second)).toMatchObject({ status: 200, body: { ok: true } });
    for (const browser of [person, elsewhere]) expect((await browser.get('/api/keys')).status).toBe(401);
    expect((await login(email, password)).status).toBe(401);
    expect((await login(email, newPassword)).status).toBe(200);
    for (const token of [first, second]) expect((await reset(token, 'a third password')).status).toBe(400);
    expect((await login(email, newPassword)).status).toBe(200);
  });

  it('has one answer for unknown, used and expired tokens', async () => {
    const email = await emailOf(await service.signedUp());
    const used = await mailedToken(email);
    await reset(used);
    const expired = await mailedToken(email);
    service.deps.clock.advance(30 * 60);
    const bodies = [];
    for (const token of [used, expired, 'A'.repeat(43), '', '\u{1F600}', 'x'.repeat(10_000)]) {
      const answer = await reset(token);
      expect(answer.status).toBe(400);
      bodies.push(answer.text);
    }
    expect(new Set(bodies).size).toBe(1);
    expect((await login(email, newPassword)).status).toBe(200);
  });

  it('accepts a token for 30 minutes to the second', async () => {
    const email = await emailOf(await service.signedUp());
    const token = await mailedToken(email);
    service.deps.clock.advance(30 * 60 - 1);
    expect((await reset(token)).status).toBe(200);
  });

  it('keeps the token when the new password is refused', async () => {
    const token = await mailedToken(await emailOf(await service.signedUp()));
    expect((await reset(token, 'short')).status).toBe(400);
    const body = { token, password: newPassword, confirmPassword: 'another one' };
    expect((await service.stranger().post('/api/auth/reset', body)).body.issues).toEqual([
      { path: 'confirmPassword', message: expect.any(String) },
    ]);
    expect((await reset(token)).status).toBe(200);
  });

  it('has one winner among 50 uses of one token at the same time', async () => {
    const email = await emailOf(await service.signedUp());
    const token = await mailedToken(email);
    const passwords = Array.from({ length: 50 }, (_, n) => `password number ${n}`);
    const answers = await Promise.all(passwords.map((text) => reset(token, text)));
    const won = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []));
    expect(won).toHaveLength(1);
    expect(statusesOf(answers, 400)).toEqual([200, ...Array(49).fill(400)]);
    expect((await login(email, `password number ${won[0]}`)).status).toBe(200);
  });

  it('beats a concurrent sign-in with the old password', async () => {
    const email = await emailOf(await service.signedUp());
    for (let round = 0; round < 3; round++) {
      const old = round === 0 ? password : `password of round ${round - 1}`;
      service.deps.clock.advance(901);
      const token = await mailedToken(email);
      const browsers = Array.from({ length: 6 }, () => service.stranger());
      await Promise.all([
        reset(token, `password of round ${round}`),
        ...browsers.map((browser) => browser.post('/api/auth/login', { email, password: old })),
      ]);
      for (const browser of browsers) expect((await browser.get('/api/keys')).status).toBe(401);
    }
  });

  it('stores only the hash of the token', async () => {
    const token = await mailedToken(await emailOf(await service.signedUp()));
    const rows = await service.deps.db.run('select reset_tokens::text from reset_tokens', []);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
