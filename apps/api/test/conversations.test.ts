import { beforeEach, describe, expect, it } from 'vitest';
import type { Client } from './support/client.ts';
import { serviceForFile } from './support/service.ts';

let ada: Client;

const service = await serviceForFile();

beforeEach(async () => {
  ada = await service.signedUp();
});

const titles = async (query = '') =>
  (await ada.get(`/api/conversations${query}`)).body.conversations.map(
    ({ title }: { title: string }) => title,
  );

/** A listed conversation. */
async function converse(title: string, ...contents: string[]): Promise<string> {
  service.deps.clock.advance(1);
  const { conversation } = (await ada.post('/api/conversations', { title })).body;
  for (const content of contents.length > 0 ? contents : ['Hello']) {
    await ada.post(`/api/conversations/${conversation.id}/messages`, { content });
  }
  return conversation.id;
}

describe('GET /api/conversations', () => {
  it('lists only conversations with a message', async () => {
    await ada.post('/api/conversations', { title: 'Empty' });
    expect(await titles()).toEqual([]);
    await converse('Full');
    expect(await titles()).toEqual(['Full']);
  });

  it('lists the last changed first; a message and a new title are changes', async () => {
    const first = await converse('First');
    const second = await converse('Second');
    await converse('Third');
    expect(await titles()).toEqual(['Third', 'Second', 'First']);
    service.deps.clock.advance(1);
    await ada.post(`/api/conversations/${first}/messages`, { content: 'Again' });
    expect(await titles()).toEqual(['First', 'Third', 'Second']);
    service.deps.clock.advance(1);
    await ada.patch(`/api/conversations/${second}`, { title: 'Renamed' });
    expect(await titles()).toEqual(['Renamed', 'First', 'Third']);
  });

  it('lists at most 100, the latest', async () => {
    for (let number = 0; number < 102; number++) await converse(`Number ${number}`);
    const listed = await titles();
    expect(listed).toHaveLength(100);
    expect(listed[0]).toBe('Number 101');
    expect(listed[99]).toBe('Number 2');
  });

  describe('with q', () => {
    it('searches titles and messages, regardless of case and accents', async () => {
      await converse('Über den Wolken', 'nothing here');
      await converse('Travel', 'A weekend in TORINO, perché no?');
      await converse('Other', 'Nothing to see');
      expect(await titles('?q=uber')).toEqual(['Über den Wolken']);
      expect(await titles('?q=WOLK')).toEqual(['Über den Wolken']);
      expect(await titles('?q=torino')).toEqual(['Travel']);
      expect(await titles('?q=perche')).toEqual(['Travel']);
      expect(await titles('?q=nothing')).toEqual(['Other', 'Über den Wolken']);
      expect(await titles('?q=absent')).toEqual([]);
      expect(await titles(`?q=${encodeURIComponent('  wolken ')}`)).toEqual(['Über den Wolken']);
    });

    it('finds Greek words in capitals, whose last sigma has another form', async () => {
      await converse('Greek', 'ΜΕΓΑΛΗ ΟΔΟΣ', 'Ο μεγάλος δρόμος');
      for (const q of ['οδός', 'ΟΔΟΣ', 'ΔΡΌΜΟΣ', 'δρομος', 'μεγάλος δρόμος', 'ΜΕΓΑΛΟΣ ΔΡΟΜΟΣ'])
        expect(await titles(`?q=${encodeURIComponent(q)}`), q).toEqual(['Greek']);
      for (const q of ['δρόμους', 'σ-', 'ΠΟΔΟΣ'])
        expect(await titles(`?q=${encodeURIComponent(q)}`), q).toEqual([]);
    });

    it('takes %, _ and \\ as ordinary characters', async () => {
      await converse('100% sure');
      await converse('snake_case');
      await converse('C:\\temp');
      await converse('Plain');
      expect(await titles('?q=%25')).toEqual(['100% sure']);
      expect(await titles('?q=_')).toEqual(['snake_case']);
      expect(await titles('?q=%5C')).toEqual(['C:\\temp']);
      expect(await titles('?q=%5C%25')).toEqual([]);
      expect(await titles("?q=' or 1=1 --")).toEqual([]);
    });

    it('lists everything when it is blank', async () => {
      await converse('Here');
      for (const query of ['?q=', '?q=%20%20', '?q']) expect(await titles(query)).toEqual(['Here']);
    });

    it('finds nothing of another account', async () => {
      await converse('Secret plan', 'the secret');
      ada = await service.signedUp();
      expect(await titles('?q=secret')).toEqual([]);
    });
  });
});

describe('POST /api/conversations', () => {
  it('takes the default title without a title, with a blank one, and without a body', async () => {
    for (const body of [undefined, {}, { title: '' }, { title: '  ' }]) {
      const answer = await ada.post('/api/conversations', body);
      expect(answer.status).toBe(201);
      expect(answer.body.conversation.title).toBe('New conversation');
    }
  });

  it('stores the title trimmed and in NFC', async () => {
    const answer = await ada.post('/api/conversations', { title: '  Cafe\u0301 \n' });
    expect(answer.body.conversation.title).toBe('Caf\u00e9');
  });
});

describe('GET /api/conversations/:id', () => {
  it('has all messages, oldest first', async () => {
    const contents = Array.from({ length: 12 }, (_, number) => `Message ${number}`);
    const id = await converse('Long', ...contents);
    const { messages } = (await ada.get(`/api/conversations/${id}`)).body;
    expect(messages.map(({ content }: { content: string }) => content)).toEqual(contents);
  });
});

describe('PATCH /api/conversations/:id', () => {
  it.for([
    [{}],
    [{ title: '' }],
    [{ title: ' \t ' }],
    [{ title: 'a\nb' }],
    [{ title: 'a\u0085b' }],
    [{ title: 'a\u2028b' }],
  ])('refuses %j and changes nothing', async ([body]) => {
    const id = await converse('Before');
    const answer = await ada.patch(`/api/conversations/${id}`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.issues[0].path).toBe('title');
    expect(await titles()).toEqual(['Before']);
  });
});

describe('DELETE /api/conversations/:id', () => {
  it('removes the conversation and its messages; a repetition is a 404', async () => {
    const id = await converse('Gone', 'findable words');
    expect((await ada.delete(`/api/conversations/${id}`)).body).toEqual({ ok: true });
    for (const answer of [
      await ada.get(`/api/conversations/${id}`),
      await ada.delete(`/api/conversations/${id}`),
      await ada.patch(`/api/conversations/${id}`, { title: 'Back' }),
      await ada.post(`/api/conversations/${id}/messages`, { content: 'Back' }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { error: 'Conversation not found.' } });
    }
    expect(await titles('?q=findable')).toEqual([]);
    const left = await service.deps.db.run('select count(*)::int from messages where conversation_id = $1', [
      id,
    ]);
    expect(left).toEqual([[0]]);
  });
});

describe('POST /api/conversations/:id/messages', () => {
  it('stores the text unchanged, except for white space around it', async () => {
    const id = await converse('Text');
    const written = 'Line one\r\n\tLine two\u0007 e\u0301 🙂 <b>&amp;';
    const answer = await ada.post(`/api/conversations/${id}/messages`, { content: ` \n${written}\u3000` });
    expect(answer.body.message.content).toBe(written);
    const { messages } = (await ada.get(`/api/conversations/${id}`)).body;
    expect(messages.at(-1).content).toBe(written);
  });
});
