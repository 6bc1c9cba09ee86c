import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backedUpSchema, type Embeddings, fillVectors } from '@jarvis/core';
import { backUp, restore } from '@jarvis/database';
import { freshDatabase, ScriptedEmbeddings, ScriptedModel } from '@jarvis/testkit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createEmbeddings } from '../src/adapters/embeddings/embeddings.ts';
import type { Client } from './support/client.ts';
import { password, startService, type TestService } from './support/service.ts';

let model: ScriptedModel;
let meanings: ScriptedEmbeddings;
let service: TestService;
let ada: Client;

beforeAll(async () => {
  model = await ScriptedModel.start();
  meanings = await ScriptedEmbeddings.start();
  meanings.groups = [
    ['heron', 'bird', 'fowl'],
    ['weir', 'dam'],
    ['stood', 'perch', 'waited'],
  ];
  const policy = {
    denial: (text: string) => (text.includes('forbidden') ? { ruleId: 'test', reply: undefined } : undefined),
  };
  service = await startService({
    overrides: { model: model.model, policy, embeddings: embeddingModel('scripted') },
  });
});
beforeEach(async () => {
  await service.deps.db.run('delete from users', []);
  model.reset();
  meanings.reset();
  // A moment later than all that was put off.
  service.deps.clock.advance(600);
  ada = await service.signedUp();
});
afterAll(async () => {
  await service.close();
  await model.close();
  await meanings.close();
});

/** The real adapter, towards the scripted service. */
function embeddingModel(modelId: string): Embeddings {
  const settings = { provider: 'openai-compatible', modelId, baseUrl: meanings.url, apiKey: '' } as const;
  const embeddings = createEmbeddings(settings);
  if (!embeddings) throw new Error('no embeddings');
  return embeddings;
}

const fill = () => fillVectors(service.deps);

async function say(person: Client, message: string, conversationId?: string): Promise<string> {
  service.deps.clock.advance(2);
  const answer = await person.post('/api/jarvis/chat', { message, conversationId });
  expect(answer.status).toBe(200);
  return answer.body.conversationId;
}

/** All that the model is sent with a question, which it refuses, so that nothing is stored of it. */
async function sentWith(person: Client, message: string, conversationId?: string): Promise<string> {
  model.requests.length = 0;
  model.script({ refuse: 400 });
  const answer = await person.post('/api/jarvis/chat', { message, conversationId });
  expect(answer.status).toBe(500);
  return JSON.stringify(model.requests.at(-1)?.messages);
}

async function vectorsStored(): Promise<number> {
  const [row] = await service.deps.db.run('select count(*)::int from message_vectors', []);
  return Number(row?.[0]);
}

const heron = 'The grey heron stood by the weir at dawn';
/** Has no word in common with it, nor one that recall by words knows as its like. */
const asked = 'Which fowl waited near that dam?';

it('what was said is found by its meaning, without a word in common', async () => {
  await say(ada, heron);
  await say(ada, 'My bicycle has a flat tyre');
  expect(await sentWith(ada, asked)).not.toContain('grey heron');
  await fill();
  expect(await sentWith(ada, asked)).toContain(`person: ${heron}`);
});

it('what fits by its words is shown beside what fits by its meaning', async () => {
  await say(ada, heron);
  await say(ada, 'The dam for the waited fowl was built in 1911');
  await fill();
  const sent = await sentWith(ada, asked);
  expect(sent).toContain('built in 1911');
  expect(sent).toContain('grey heron');
});

it('with a service that never answers a question is answered from words', async () => {
  await say(ada, heron);
  await fill();
  meanings.mood = 'hang';
  expect(await sentWith(ada, 'Where did the heron stand?')).toContain('grey heron');
  expect(await sentWith(ada, asked)).not.toContain('grey heron');
});

it.each(['refuse', 'garble'] as const)(
  'with a service that can only %s questions are answered from words, and messages get vectors later',
  async (mood) => {
    meanings.mood = mood;
    await say(ada, heron);
    await expect(fill()).rejects.toThrow();
    expect(await sentWith(ada, 'Where did the heron stand?')).toContain('grey heron');
    expect(await vectorsStored()).toBe(0);
    meanings.mood = 'willing';
    service.deps.clock.advance(301);
    await fill();
    expect(await sentWith(ada, asked)).toContain('grey heron');
  },
);

it('a service whose vectors change their dimensions costs the vectors, which are filled anew', async () => {
  await say(ada, heron);
  await fill();
  meanings.dimensions = 512;
  expect(await sentWith(ada, 'Where did the heron stand?')).toContain('grey heron');
  expect(await sentWith(ada, asked)).not.toContain('grey heron');
  await fill();
  expect(await sentWith(ada, asked)).toContain('grey heron');
});

it('vectors of another model are not compared with, and are filled anew', async () => {
  await say(ada, heron);
  await fill();
  const other = await startService({
    db: service.deps.db,
    overrides: { model: model.model, clock: service.deps.clock, embeddings: embeddingModel('other') },
  });
  try {
    const key = (await ada.post('/api/keys', {})).body.key;
    const chat = async () => {
      model.requests.length = 0;
      model.script({ refuse: 400 });
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ message: asked });
      const answer = await fetch(`${other.url}/api/jarvis/chat`, { method: 'POST', headers, body });
      expect(answer.status).toBe(500);
      return JSON.stringify(model.requests.at(-1)?.messages);
    };
    expect(await chat()).not.toContain('grey heron');
    await fillVectors(other.deps);
    expect(await chat()).toContain('grey heron');
    expect(await vectorsStored()).toBe(2);
  } finally {
    await other.close();
  }
});

it('nothing of a denied turn is sent to the service', async () => {
  const id = await say(ada, `${heron}, which is forbidden`);
  model.script({ say: 'A forbidden heron by the weir.' });
  await say(ada, 'Tell of the lighthouse', id);
  meanings.requests.length = 0;
  await say(ada, 'Hello', id);
  await fill();
  expect(meanings.texts.join()).not.toMatch(/forbidden|lighthouse/);
  expect(await vectorsStored()).toBe(2);
});

it('with memory switched off only this conversation is looked at', async () => {
  const id = await say(ada, heron);
  await fill();
  expect((await ada.patch('/api/auth/profile', { memoryEnabled: false })).status).toBe(200);
  expect(await sentWith(ada, asked)).not.toContain('grey heron');
  expect(await sentWith(ada, asked, id)).toContain('grey heron');
});

it('what another account has said is never found', async () => {
  await say(await service.signedUp(), heron);
  await fill();
  expect(await sentWith(ada, asked)).not.toContain('grey heron');
});

it('the vectors of a conversation, and of an account, are deleted with it', async () => {
  const id = await say(ada, heron);
  await say(ada, 'My bicycle has a flat tyre');
  await fill();
  expect(await vectorsStored()).toBe(4);
  expect((await ada.delete(`/api/conversations/${id}`)).status).toBe(200);
  expect(await vectorsStored()).toBe(2);
  expect((await ada.post('/api/auth/delete', { password })).status).toBe(200);
  expect(await vectorsStored()).toBe(0);
});

it('a backup brings the vectors along', async () => {
  await say(ada, heron);
  await fill();
  const folder = mkdtempSync(join(tmpdir(), 'jarvis-backup-'));
  const copy = await freshDatabase({ poolSize: 1 });
  try {
    const file = join(folder, 'jarvis.backup');
    await backUp(service.deps.db, file, service.deps.clock.nowIso(), backedUpSchema);
    await restore(copy, file, backedUpSchema);
    const all = 'select place, model, bits::text, exact::text from message_vectors order by place';
    const restored = await copy.run(all, []);
    expect(restored).toHaveLength(2);
    expect([...restored]).toEqual([...(await service.deps.db.run(all, []))]);
  } finally {
    await copy.close();
    rmSync(folder, { recursive: true });
  }
});

it('a conversation of many messages is filled in batches, each message once, by two processes at a time', async () => {
  const id = await say(ada, heron);
  const turns = 100;
  await service.deps.db.run(
    `insert into messages (user_id, id, conversation_id, place, role, content, policy_denied, created_at)
     select user_id, uuidv7(), id, place, 'user', 'Said in place ' || place, false, now()
     from conversations, generate_series(3, $2::int) as place where id = $1`,
    [id, turns],
  );
  await service.deps.db.run('update conversations set message_count = $2 where id = $1', [id, turns]);
  await say(ada, 'My bicycle has a flat tyre');
  meanings.requests.length = 0;
  const second = { ...service.deps, embeddings: embeddingModel('scripted') };
  await Promise.all([fill(), fillVectors(second)]);
  await fill();
  const said = meanings.texts.filter((text) => /place|heron|bicycle/.test(text));
  expect(said).toHaveLength(turns);
  expect(new Set(said).size).toBe(turns);
  expect(Math.max(...meanings.requests.map(({ length }) => length))).toBe(64);
  expect(await vectorsStored()).toBe(turns + 2);
});
