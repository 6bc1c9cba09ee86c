import type { BuiltStatement } from '@jarvis/database';
import { accountId, branchId, longConversation, thingId } from './growth.ts';

/**
 * The values of placeholders that decide what a statement reads, or whether it can be repeated. The same name means the
 * same thing everywhere. All other placeholders get any value of their type (`anyOf`).
 */
export function valuesFor(statement: BuiltStatement, account: number, time: number): Record<string, unknown> {
  const userId = accountId(account);
  const insert = /insert into/.test(statement.text);
  const fresh = `01ffffff-0000-7000-8000-${String(time).padStart(12, '0')}`;
  const last = account === 0 ? longConversation : 1;
  const now = '2026-06-01T00:00:00.000Z';
  return {
    userId,
    userIds: [userId],
    id: insert && !/"file_passages"/.test(statement.text) ? fresh : idIn(statement.text, account, last),
    ids: [insert ? fresh : thingId(last)],
    leftOut: [fresh],
    keyId: thingId(1),
    currentId: `session${account}-1`,
    sessionId: `session${account}-1`,
    hash: insert ? fresh : `hash${account}-1`,
    conversationId: /insert into "conversations"/.test(statement.text) ? fresh : thingId(last),
    userMessageId: fresh,
    assistantMessageId: fresh.replace('01ffffff', '01fffffe'),
    after: thingId(0),
    afterId: thingId(300),
    afterChange: '2026-01-01T05:00:00.000Z',
    afterConversation: thingId(0),
    before: /"notifications"|"deliveries"|"schedule_runs"/.test(statement.text)
      ? thingId(0)
      : /rate_windows/.test(statement.text)
        ? '2025-01-01T00:00:00.000Z'
        : thingId(last * 10),
    from: /"tasks"/.test(statement.text)
      ? '1970-01-01T00:00:00.000Z'
      : /^delete from "schedule_runs"/.test(statement.text)
        ? fresh
        : /"password_hash"/.test(statement.text)
          ? null
          : thingId(last * 10),
    limit: /delete from "messages"|skip locked/.test(statement.text) ? 10 : 100,
    now: /delete from/.test(statement.text) ? '2025-01-01T00:00:00.000Z' : now,
    cutoff: '2025-01-01T00:00:00.000Z',
    ahead: '2027-01-01T00:00:00.000Z',
    attempt: thingId(1),
    about: thingId(1),
    staleBefore: '2026-05-01T00:00:00.000Z',
    day: '2026-06-01',
    fileIds: Array(250).fill(thingId(last)),
    textState: 'read',
    n: 0,
    messageId: fresh,
    q: 'everywhere',
    matches: true,
    words: [...['everywhere', 'sometimes', 'number', 'nowhere'], ...Array(8).fill('')],
    wanted: JSON.stringify([
      { id: thingId(last), places: Array.from({ length: 250 }, (_, n) => 1_000_001 + (n % 10)) },
    ]),
    count: 1_000_010,
    places: Array.from({ length: 250 }, (_, n) => 1_000_001 + (n % 10)),
    beforePlace: 2_147_483_647,
    place: 1_000_008,
    branchId: branchId(last * 10),
    replaces: null,
    replyId: fresh,
    follows: null,
    rows: JSON.stringify(
      /insert into "file_passages"/.test(statement.text)
        ? [{ place: 2_000_000 + time, page: 1, content: 'A passage' }]
        : /insert into "messages"/.test(statement.text)
          ? [
              {
                id: fresh,
                place: 2_000_000 + time,
                role: 'user',
                content: 'A message',
                createdAt: now,
                policyDenied: false,
                fromWeb: false,
              },
            ]
          : [],
    ),
    channel: 'webhook',
    state: 'failed',
    endpointHash: insert ? fresh : `hash${account}-1`,
    afterAt: '1970-01-01T00:00:00.000Z',
    wholeDay: true,
    to: '2027-01-01T00:00:00.000Z',
    afterPlace: 1_000_000,
    historyBytes: 32_000,
    withMemories: true,
    max: 1_000,
    elsewhere: true,
    contentKey: insert ? fresh : 'some content',
    since: thingId(249_990),
    scheduleId: /insert into "schedule_runs"/.test(statement.text) ? fresh : thingId(1),
    waitingOnly: true,
    sinceMonth: thingId(249_990),
    status: /"lookups"/.test(statement.text) ? 'ok' : 'open',
    type: 'user',
    topics: ['tasks'],
    subject: /rate_windows/.test(statement.text) ? userId : insert ? fresh : `subject${account}`,
    name: 'taskWrites',
    provider: insert ? 'github' : 'google',
    email: `${account}@example.org`,
    emailKey: insert ? fresh : `${account}@example.org`,
    address: insert ? fresh : `${account}@example.org`,
    youngUntil: '2026-05-01T00:00:00.000Z',
    kind: 'access',
    grantId: /insert into|^update "grant_tokens"/.test(statement.text) ? null : thingId(1),
    cameOf: null,
    clientId: 'client',
    vapidKey: 'vapid',
  };
}

const byType: Readonly<Record<string, unknown>> = {
  uuid: thingId(1),
  // Some texts are cast to JSON.
  text: '[]',
  'timestamp with time zone': '2026-06-01T00:00:00.000Z',
  boolean: false,
  integer: 1,
  bigint: 1,
  'double precision': 1,
  json: {},
  jsonb: {},
  bytea: new Uint8Array(10),
};

/** A value of a type of Postgres. */
export const anyOf = (type: string): unknown =>
  type.endsWith('[]') ? [byType[type.slice(0, -2)]] : byType[type];

/** The id of an account's row, of the kind that the statement concerns. */
function idIn(text: string, account: number, last: number): string {
  if (/"?sessions"?/.test(text)) return `session${account}-1`;
  if (/"?reset_tokens"?/.test(text)) return `token${account}`;
  if (/"?oauth_states"?/.test(text)) return 'state';
  if (/"?(?:api_keys|calendar_feeds)"?/.test(text)) return thingId(1);
  return thingId(last);
}
