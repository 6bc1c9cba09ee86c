import { rawStatement, sql } from '@jarvis/database';
import type { ShownStep, TurnEnding } from './turn-events.ts';

export interface TurnRow {
  readonly id: string;
  readonly conversationId: string;
  readonly message: string;
  readonly text: string;
  readonly steps: readonly ShownStep[];
  readonly outcome: TurnEnding | null;
  readonly beatAt: string;
}

const turnRow = sql`id, conversation_id as "conversationId", message, text, steps, outcome, beat_at as "beatAt"`;

/** No row when the turn is there already: another process has begun it. */
export const insertRunningTurn = rawStatement<
  { id: string },
  { userId: string; id: string; conversationId: string; message: string; now: string }
>(
  (v) => sql`
    insert into running_turns (user_id, id, conversation_id, message, text, steps, stop_requested, beat_at)
    values (${v.userId}, ${v.id}, ${v.conversationId}, ${v.message}, '', '[]', false, ${v.now}::timestamptz)
    on conflict do nothing
    returning id`,
);

export const selectRunningTurn = rawStatement<TurnRow, { userId: string; id: string }>(
  (v) => sql`select ${turnRow} from running_turns where user_id = ${v.userId} and id = ${v.id}`,
);

/** The latest of a conversation, if it is still going on. */
export const selectTurnOfConversation = rawStatement<
  TurnRow,
  { userId: string; conversationId: string; aliveSince: string }
>(
  (v) => sql`
    select ${turnRow} from running_turns
    where user_id = ${v.userId} and conversation_id = ${v.conversationId}
      and outcome is null and beat_at >= ${v.aliveSince}::timestamptz
    order by id desc limit 1`,
);

export const selectRunningTurns = rawStatement<
  { turnId: string; conversationId: string; message: string },
  { userId: string; aliveSince: string }
>(
  (v) => sql`
    select id as "turnId", conversation_id as "conversationId", message from running_turns
    where user_id = ${v.userId} and outcome is null and beat_at >= ${v.aliveSince}::timestamptz
    order by id limit 100`,
);

/** Writes how far the turns of a process have come, and says which of them somebody wants stopped. */
export const beatTurns = rawStatement<
  { userId: string; id: string; stopRequested: boolean },
  {
    userIds: readonly string[];
    ids: readonly string[];
    texts: readonly string[];
    steps: readonly string[];
    outcomes: readonly (string | null)[];
    now: string;
  }
>(
  (v) => sql`
    update running_turns as t
    set text = b.text, steps = b.steps::jsonb, outcome = b.outcome::jsonb, beat_at = ${v.now}::timestamptz
    from unnest(${v.userIds}::uuid[], ${v.ids}::uuid[], ${v.texts}::text[], ${v.steps}::text[],
      ${v.outcomes}::text[]) as b (user_id, id, text, steps, outcome)
    where t.user_id = b.user_id and t.id = b.id
    returning t.user_id as "userId", t.id, t.stop_requested as "stopRequested"`,
);

export const requestStop = rawStatement<{ id: string }, { userId: string; id: string }>(
  (v) => sql`
    update running_turns set stop_requested = true where user_id = ${v.userId} and id = ${v.id} returning id`,
);

/** Turns that are long over, or died with their process. */
export const sweepRunningTurns = rawStatement<{ id: string }, { before: string }>(
  (v) => sql`delete from running_turns where beat_at < ${v.before}::timestamptz returning id`,
);
