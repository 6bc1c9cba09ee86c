import { personIn, testDeps } from '@jarvis/testkit';
import { databaseForFile, modelForFile } from '@jarvis/testkit/for-file';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unavailable } from '../../errors.ts';
import type { Changes } from '../../ports/deps.ts';
import { takeTurn } from '../turn.ts';

const db = await databaseForFile();
const model = await modelForFile();

let ada: Awaited<ReturnType<typeof personIn>>;

beforeEach(async () => {
  ada = await personIn(db);
});
afterEach(() => model.reset());

/** Begins its watches, and never reports a change: it was made before. */
const changes: Changes = {
  publish: () => {},
  async *watch(_userId, _signal, { onBegin } = {}) {
    onBegin?.();
    yield* [];
  },
};

it.each([
  ['its account', 'delete from users where id = $1', 'Conversation not found.'],
  ['its conversation', 'delete from conversations where user_id = $1', 'Conversation not found.'],
  ['the account of a turn that is not stored', 'delete from users where id = $1', 'Account not found.'],
])('a turn ends when %s was deleted before the watch began', async (what, deletion, message) => {
  const deps = { ...testDeps(db, { model: model.model }), changes };
  const { conversationId } = await takeTurn(deps, ada, { message: 'Hello' });
  model.script({ stall: 'Once' });
  const place = what.includes('not stored') ? { messages: [] } : { conversationId };
  const turn = takeTurn(deps, ada, { message: 'A story', ...place });
  const ended = expect(turn).rejects.toMatchObject({ kind: 'notFound', message });
  await expect.poll(() => model.waiting).toBe(1);
  await db.run(deletion, [ada.id]);
  await ended;
  await expect.poll(() => model.waiting).toBe(0);
});

it('an unavailable database ends no turn', async () => {
  const looked = Promise.withResolvers<void>();
  const away = db.intercepted(({ text }, proceed) => {
    if (text !== 'select "id" from "users" where "users"."id" = $1') return proceed();
    looked.resolve();
    return Promise.reject(unavailable());
  });
  const deps = { ...testDeps(away, { model: model.model }), changes };
  model.script({
    by: (async function* () {
      yield 'Once ';
      await looked.promise;
      yield 'upon a time.';
    })(),
  });
  const turn = await takeTurn(deps, ada, { message: 'A story' });
  expect(turn.assistantMessage.content).toBe('Once upon a time.');
});
