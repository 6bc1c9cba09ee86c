import type { Database } from '@jarvis/database';
import { amount } from '../whole.ts';

/** The amount of data: one account with much, and many with little. */
export interface Scale {
  /** Conversations of the large account, with ten messages each; a fifth of them also tasks, lookups. */
  readonly large: number;
  /** Accounts with two conversations, twenty messages, tasks and lookups. */
  readonly small: number;
  /** More messages in an early conversation of the large account; see longConversation. */
  readonly long: number;
}

/**
 * A conversation of the large account that is older than most of its data, so that no search finds it merely as the
 * newest.
 */
export const longConversation = 300;

/** Accounts by number: 0 is the large one. */
export const accountId = (n: number): string => `00000000-0000-7000-8000-${hex(n)}`;
/** The n-th thing of an account, from 0; ascending like real ids. */
export const thingId = (n: number): string => `01900000-0000-7000-8000-${hex(n)}`;

/** An account's branch in the conversation of its n-th message: another version of that message. */
export const branchId = (n: number): string => `01980000-0000-7000-8000-${hex(n)}`;

const hex = (n: number) => n.toString(16).padStart(12, '0');
const idSql = (start: string, n: string) =>
  `('${start}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** In SQL: the account of number `a`, and its things of number `n`, or of another number. */
const account = idSql('00000000', 'a');
const thingOf = (n: string) => idSql('01900000', n);
const thing = thingOf('n');

/** Adds the data between two scales. Every account has its own keys, sessions, memories and windows. */
export async function grow(db: Database, from: Scale, to: Scale): Promise<void> {
  const run = (text: string) =>
    db.transaction(
      async (tx) => {
        await tx.run(withoutKeyChecks, [], { prepared: false });
        await tx.run(text, [], { prepared: false });
      },
      { deadlineMs: 20 * 60_000 },
    );
  const firstAccount = from.small === 0 ? 0 : from.small + 1;
  const accounts = `generate_series(${firstAccount}, ${to.small}) a`;
  await run(`
    insert into users (id, email, email_key, display_name, preferred_language, memory_enabled,
      web_search_enabled, display_name_change_prompt_disabled, created_at)
    select ${account}, a || '@example.org', a || '@example.org', '', 'auto', true, true, false, now()
    from ${accounts}`);
  // Later tables reference it: a foreign key check keeps the plan for few rows until an analyze.
  await run('analyze users');
  await run(`
    insert into sessions (user_id, id, expires_at, signed_in_at)
    select ${account}, 'session' || a || '-' || n, now() + interval '20 days', now()
    from ${accounts}, generate_series(1, 3) n`);
  await run(`
    insert into api_keys (user_id, id, name, prefix, hash, created_at)
    select ${account}, ${thing}, 'key', 'asst_', 'hash' || a || '-' || n, now()
    from ${accounts}, generate_series(1, 3) n`);
  await run(`
    insert into calendar_feeds (user_id, id, form, prefix, hash, created_at)
    select ${account}, ${thing}, 'events', 'prefix', 'hash' || a || '-' || n, now()
    from ${accounts}, generate_series(1, 3) n`);
  await run(`
    insert into identities (user_id, provider, subject, created_at)
    select ${account}, 'google', 'subject' || a, now() from ${accounts}`);
  await run(`
    insert into reset_tokens (user_id, id, created_at, expires_at)
    select ${account}, 'token' || a, now(), now() + interval '30 minutes' from ${accounts}`);
  await run(`
    insert into grants (user_id, id, client_id, client_name, redirect_uri, scopes, connected_at)
    select ${account}, ${thing}, 'client', 'A program', 'http://127.0.0.1/callback', '{tasks}', now()
    from ${accounts}, generate_series(1, 3) n`);
  await run(`
    insert into grant_tokens (user_id, id, kind, grant_id, expires_at)
    select ${account}, 'hash' || a || '-' || n, 'access', ${thing}, now() + interval '7 days'
    from ${accounts}, generate_series(1, 3) n`);
  await run(`
    insert into rate_windows (subject, name, started_at, count)
    select (${account})::text, name, now(), 1 from ${accounts}, unnest(array['chat', 'taskWrites']) name`);
  await run(`
    insert into idempotency_keys (user_id, id, request, attempt, attempt_ends_at, changing, outcome, about, created_at)
    select ${account}, (${thing})::text, 'request', ${thing}, now(), false, '{}', ${thing}, now()
    from ${accounts}, generate_series(1, 3) n`);
  await run(`
    insert into time_settings (user_id, time_zone, next_day_at)
    select ${account}, 'Europe/Rome', '2026-01-01 08:00:00+00' from ${accounts}`);
  await run(`
    insert into schedules
      (user_id, id, title, prompt, start, next_local, next_at, state, web_search, notify, created_by, created_at, updated_at)
    select ${account}, ${thing}, 'Report', 'What is due?', '2026-01-01T08:00',
      case n when 1 then '2026-01-01T08:00' end, case n when 1 then timestamptz '2026-01-01 08:00:00+00' end,
      case n when 1 then 'active' else 'paused' end, false, 'always', 'user', now(), now()
    from ${accounts}, generate_series(1, 3) n`);
  await run(`
    insert into webhooks (user_id, id, url, secret, host, kinds, created_at)
    select ${account}, ${thing}, 'url', 'secret', 'hooks.example.org', '{}', now()
    from ${accounts}, generate_series(1, 2) n`);
  await run(`
    insert into push_subscriptions
      (user_id, id, session_id, endpoint, endpoint_hash, host, p256dh, auth, vapid_key, name, created_at)
    select ${account}, ${thing}, 'session' || a || '-' || n, 'endpoint', 'hash' || a || '-' || n,
      'push.example.org', 'key', 'auth', 'vapid', 'Browser', now()
    from ${accounts}, generate_series(1, 2) n`);
  await run(`
    insert into stored_texts (user_id, bytes, measured_at) select ${account}, 1000, 'epoch' from ${accounts}`);
  await run(`
    insert into changes (user_id, topic, version, changed_at)
    select ${account}, topic, 1, now() from ${accounts}, unnest(array['tasks', 'conversations']) topic`);
  await run(`
    insert into memories (user_id, id, type, content, content_key, created_at, updated_at)
    select ${account}, ${thing}, 'user', text, text, now(), now() - n * interval '1 minute'
    from ${accounts}, generate_series(0, case when a < ${amount(100, 1_000)} then 49 else 2 end) n, lateral (select 'Likes the number ' || n as text) t`);
  const small = `generate_series(${firstAccount || 1}, ${to.small}) a`;
  const large = '(select 0 as a) a';
  const parts: Parameters<typeof belongings>[] = [
    [small, 0, 2],
    [large, from.large, to.large],
  ];
  for (const part of parts) {
    await run(belongings(...part));
    await run(attached(...part));
  }
  await run(`
    insert into reminders (user_id, id, task_id, minutes_before, at, next_at, occurrence_at, created_at)
    select user_id, id, id, 0, due_at, due_at, due_at, now()
    from tasks where due_at is not null
    on conflict do nothing`);
  await run('analyze conversations');
  const indexes = await dropSlowIndexes(db);
  // In parts, so that each stays within a session's own limit on a busy machine.
  for (let a = firstAccount || 1; a <= to.small; a += 2_000) {
    await run(messages(`generate_series(${a}, ${Math.min(to.small, a + 1_999)}) a`, 0, 2));
  }
  for (let n = from.large; n < to.large; n += 4_000) {
    await run(messages(large, n, Math.min(to.large, n + 4_000)));
  }
  for (const part of parts) await run(branches(...part));
  if (to.long > from.long) await run(longMessages(from.long, to.long));
  for (const index of indexes) await run(index);
  // One by one, because it cannot run in a transaction, and so has only the session's deadline.
  const tables = await db.run(
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    [],
  );
  // Also in indexes: entries of rolled back rows, which Postgres keeps while they are few, cost a page each.
  for (const work of ['vacuum (index_cleanup on)', 'analyze']) {
    for (const [table] of tables)
      await db.run(`${work} ${table}`, [], { prepared: false, deadlineMs: 9_900 });
  }
}

/**
 * For the rest of a transaction, checks no foreign key, which would look up one row for each added one. Only a superuser
 * may switch the checks off; another role waits for them.
 */
const withoutKeyChecks = `
  select set_config('session_replication_role', 'replica', true) where current_setting('is_superuser') = 'on'`;

/**
 * Drops the inverted indexes, since building those of many messages at once takes a third of the time of filling them.
 * Returns the statements that build them again.
 */
async function dropSlowIndexes(db: Database): Promise<string[]> {
  const rows = await db.run(
    `select indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index
     join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
     where indrelid = 'messages'::regclass and amname = 'gin'`,
    [],
  );
  for (const [name] of rows) await db.run(`drop index ${name}`, [], { prepared: false });
  // For a partitioned table, Postgres describes the index of the parent without its parts.
  const definitions = rows.map(([, definition]) => String(definition).replace(' ON ONLY ', ' ON '));
  return ["set maintenance_work_mem = '256MB'", ...definitions];
}

function belongings(accounts: string, first: number, end: number): string {
  const things = `${accounts}, generate_series(${first}, ${end - 1}) n,
    lateral (select timestamptz '2026-01-01 00:00:00+00' + n * interval '1 minute' as moment) t`;
  return `
    with conversation as (
      insert into conversations
        (user_id, id, title, titled_by, created_at, updated_at, last_message_at, message_count,
        schedule_id)
      select ${account}, ${thing}, 'Conversation number ' || n, 'message', moment, moment, moment,
        ${firstPlace} + 9, case when n % 5 = 4 then ${thingOf('n % 3')} end
      from ${things}
    ), task as (
      insert into tasks (user_id, id, title, status, created_by, created_at, updated_at, due_date, due_at)
      select ${account}, ${thingOf('n * 5 + k')}, 'Task number ' || n,
        case when k = 0 then 'done' else 'open' end, 'user', moment, moment,
        case when k = 1 then '2026-01-01' end, case when k = 1 then moment end
      from ${things}, generate_series(0, 4) k
    ), note as (
      insert into notifications (user_id, id, kind, source_id, occurrence_at, title, body, late, missed, created_at)
      select ${account}, ${thing}, 'reminder', ${thing}, moment, 'Told', '', false, 0,
        moment
      from ${things}
    ), sent as (
      insert into deliveries
        (user_id, id, notification_id, kind, channel, target, state, next_try_at, expires_at, host, created_at)
      select ${account}, ${thing}, ${thing}, 'reminder.due', 'webhook',
        ${thingOf('1')}, case when n % 100 = 0 then 'failed' else 'sent' end,
        case when n % 100 = 0 then moment end, moment, 'hooks.example.org', moment
      from ${things}
    ), ran as (
      insert into schedule_runs
        (user_id, id, schedule_id, due_at, state, lease_until, expires_at, late, conversation_id, created_at)
      select ${account}, ${thing}, ${thingOf('1')}, moment,
        case n when 1 then 'waiting' else 'done' end, case n when 1 then moment end, moment, false,
        ${thing}, moment
      from ${things}
    ), turn as (
      insert into begun_turns (user_id, id, conversation_id, message, begun_at)
      select ${account}, ${thing}, ${thing}, '', now() from ${things}
    ), stored as (
      insert into stored_turns (user_id, id, conversation_id, message_id, reply_id, stored_at)
      select ${account}, ${thing}, ${thing}, ${thingOf('n * 10')},
        ${thingOf('n * 10 + 1')}, now() from ${things}
    ), running as (
      insert into running_turns (user_id, id, conversation_id, message, text, steps, stop_requested, beat_at, outcome)
      select ${account}, ${thing}, ${thing}, '', '', '[]', false, now(), '{}'
      from ${things}
    )
    insert into lookups (user_id, id, query, status, result_count, conversation_id, created_at)
    select ${account}, ${thing}, 'number ' || n, 'ok', 3, ${thing}, moment
    from ${things}`;
}

/** A file of one part in each conversation, attached to its last message. */
function attached(accounts: string, first: number, end: number): string {
  const things = `${accounts}, generate_series(${first}, ${end - 1}) n`;
  return `
    with file as (
      insert into files (user_id, id, name, state, bytes, text_state, tries, created_at, attached_at)
      select ${account}, ${thing}, 'plan.txt', 'stored', 10, 'none', 0, now(), now() from ${things}
    ), part as (
      insert into file_parts (user_id, file_id, n, bytes)
      select ${account}, ${thing}, 0, 'some bytes' from ${things}
    ), passage as (
      insert into file_passages (user_id, file_id, place, page, content)
      select ${account}, ${thing}, 1, 1, 'everywhere ' || md5(n::text) from ${things}
    )
    insert into message_files (user_id, message_id, nth, conversation_id, file_id, name)
    select ${account}, ${thingOf('n * 10')}, 1, ${thing}, ${thing}, 'plan.txt'
    from ${things}`;
}

/** The ten messages of a conversation are its last ones, so that a long one has room before them. */
const firstPlace = 1_000_001;

/** Ten in each conversation. One word is in all of them, one in every hundredth, one in every ten-thousandth. */
function messages(accounts: string, first: number, end: number): string {
  return `
    insert into messages (user_id, id, conversation_id, place, role, content, policy_denied, created_at)
    select ${account}, ${thingOf('n * 10 + k')}, ${thing},
      ${firstPlace} + k,
      case k % 2 when 0 then 'user' else 'assistant' end,
      'everywhere ' || md5((a * 1000003::bigint + n * 10 + k)::text) || case when (n * 10 + k) % 100 = 7 then ' sometimes' else '' end
        || case when (n * 10 + k) % 10000 = 7 then ' hardly' else '' end,
      false, timestamptz '2026-01-01 00:00:00+00' + n * interval '1 minute' + k * interval '1 second'
    from ${accounts}, generate_series(${first}, ${end - 1}) n, generate_series(0, 9) k`;
}

/** After each conversation an unchosen one that follows its last message. */
function branches(accounts: string, first: number, end: number): string {
  return `
    insert into branch_messages
      (user_id, id, conversation_id, branch_id, parent_id, place, role, content, policy_denied, created_at)
    select ${account}, ${idSql('01980000', 'n * 10 + k')}, ${thing},
      ${idSql('01980000', 'n * 10')}, ${thingOf('n * 10 + 9')}, ${firstPlace} + 10 + k,
      case k % 2 when 0 then 'user' else 'assistant' end, 'another version', false, timestamptz '2026-01-01 00:00:00+00'
    from ${accounts}, generate_series(${first}, ${end - 1}) n, generate_series(0, 1) k`;
}

function longMessages(from: number, to: number): string {
  return `
    insert into messages (user_id, id, conversation_id, place, role, content, policy_denied, created_at)
    select '${accountId(0)}', ${idSql('018fffff', 'n')}, '${thingId(longConversation)}', n + 1,
      case n % 2 when 0 then 'user' else 'assistant' end, 'everywhere ' || md5(n::text), false,
      timestamptz '2025-12-01 00:00:00+00' + n * interval '1 second'
    from generate_series(${from}, ${to - 1}) n`;
}
