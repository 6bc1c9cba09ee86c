import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Queries } from '@jarvis/database';
import type { Caller } from '../auth/caller.ts';
import type { Context } from '../context.ts';
import { badRequest, DomainError, failed } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Attempt } from '../ports/attempt.ts';
import type { ChangeTopic, Deps, WriteDeps } from '../ports/deps.ts';
import { idempotencyRefusals, keptError, type Outcome, outcomeOf, resultOf } from './outcome.ts';
import {
  attemptMs,
  claimKey,
  completeAttempt,
  endAttempt,
  markChanging,
  outcomesKeptMs,
  renewAttempt,
  selectKey,
} from './queries.ts';

const keyCharsMax = 255;

/** How long an attempt takes at most beside the reply itself: reading what it needs, tools that end, storing. */
const attemptSlackMs = 15_000;
/** How often a further try looks whether the one before it has ended. */
const lookMs = 500;
/** So that an attempt outlives two signs of life that did not arrive. */
const signOfLifeMs = attemptMs / 3;

type Request = Context & { readonly caller: Caller };

/** What a request asks for; the same operation and input are the same request. */
export interface Asked<Result> {
  readonly operation: string;
  readonly input: unknown;
  /** The conversation or the task that a result tells of: its deletion is that of the result, too. */
  readonly aboutOf: (result: Result) => string;
}

/**
 * Makes one change. With an Idempotency-Key the change and its result are stored in one transaction, and the same
 * request sent again gets that result, or the same domain error. Throws badRequest, conflict, mismatch.
 * Specification: Idempotency.
 */
export async function changeOnce<Result>(
  request: Request,
  asked: Asked<Result>,
  work: (deps: WriteDeps) => Promise<Result>,
): Promise<Result> {
  const { deps, caller, requestId } = request;
  const key = keyOf(request, asked);
  if (!key) return work(deps);
  let published: ChangeTopic[] = [];
  const outcome = await deps.db.transaction(async (tx): Promise<Outcome<Result>> => {
    published = [];
    const attempt = await claim(deps, tx, key);
    if (attempt === undefined) {
      const known = await knownOutcome<Result>(request, tx, key);
      if (!known) throw underWay();
      return known;
    }
    const publish = (_userId: string, topic: ChangeTopic) => void published.push(topic);
    const made = await outcomeOf(() => work({ ...deps, db: tx, changes: { publish } }), requestId);
    const about = 'result' in made ? asked.aboutOf(made.result) : null;
    await completeAttempt(tx, { ...key, attempt, outcome: JSON.stringify(made), about });
    return made;
  });
  for (const topic of published) deps.changes.publish(caller.userId, topic);
  return resultOf(outcome);
}

/** With what is kept of work that is done. */
export interface AskedWork<Done, Result> extends Asked<Result> {
  readonly resultOf: (done: Done) => Result;
}

/**
 * Does what takes longer than a transaction may. With an Idempotency-Key the same request sent again gets the result
 * of what `attempt.complete` was given, or the same domain error; while the work is under way, conflict. Work that
 * was cut off without a change is done again; with one, its request has failed. Throws badRequest, conflict, mismatch.
 *
 * A client that counts its tries and sends no key is recognised by its input: a further try within the time of a chat
 * is the same request. A first try is another one, whatever its input. Further tries wait instead of a conflict.
 */
export async function workOnce<Done, Result>(
  request: Request,
  asked: AskedWork<Done, Result>,
  work: (attempt?: Attempt<Done>) => Promise<Done>,
): Promise<Result> {
  const begun = await beginAttempt(request, asked);
  if (!begun) return asked.resultOf(await work());
  if ('known' in begun) return begun.known;
  try {
    return asked.resultOf(await work(begun));
  } catch (error) {
    // Who went away did not hear the error, and wants what they asked for when they come back.
    await begun.fail(request.signal.aborted ? undefined : error);
    throw error;
  }
}

/** As `workOnce`, for work that somebody else ends. Undefined without an Idempotency-Key. */
export async function beginAttempt<Done, Result>(
  request: Request,
  asked: AskedWork<Done, Result>,
): Promise<Attempt<Done> | { readonly known: Result } | undefined> {
  const { deps, requestId } = request;
  const { db } = deps;
  const key = keyOf(request, asked);
  if (!key) return undefined;
  let attempt = await claim(deps, db, key);
  // The same is under way for another request, which this one is not.
  if (attempt === undefined && key.isFirst) return undefined;
  while (attempt === undefined) {
    const known = await knownOutcome<Result>(request, db, key);
    if (known) return { known: resultOf(known) };
    if (!request.retryCount) throw underWay();
    await pause(lookMs, undefined, { signal: request.signal });
    attempt = await claim(deps, db, key);
  }
  const own = { ...key, attempt };
  const stop = repeatFor(workMsMax(deps), signOfLifeMs, () => renewAttempt(db, own));
  return {
    async beforeChange() {
      if (!(await markChanging.first(db, own))) throw overtaken();
    },
    async complete(tx, done) {
      stop();
      const result = asked.resultOf(done);
      const outcome = JSON.stringify({ result });
      const about = asked.aboutOf(result);
      if (!(await completeAttempt.first(tx, { ...own, outcome, about }))) throw overtaken();
    },
    async fail(error) {
      stop();
      const told = keptError(error, requestId);
      const written = told
        ? completeAttempt(db, { ...own, outcome: JSON.stringify(told), about: null })
        : endAttempt(db, own);
      // Without a database the attempt ends by the missing signs of life.
      await written.catch(() => {});
    },
  };
}

/** Calls `work` now and then, for `forMs` at most. Returns what ends it. */
function repeatFor(forMs: number, everyMs: number, work: () => Promise<unknown>): () => void {
  const repetition = setInterval(() => void work().catch(() => {}), everyMs).unref();
  const end = setTimeout(() => clearInterval(repetition), forMs).unref();
  return () => {
    clearInterval(repetition);
    clearTimeout(end);
  };
}

interface Key {
  readonly userId: string;
  readonly id: string;
  readonly request: string;
  /** How long its outcome is kept. */
  readonly keptMs: number;
  /** Whether an outcome that is there is that of another request. */
  readonly isFirst: boolean;
}

function keyOf(
  { deps, idempotencyKey, retryCount, caller: { userId } }: Request,
  { operation, input }: Pick<Asked<unknown>, 'operation' | 'input'>,
): Key | undefined {
  if (idempotencyKey === '' || (idempotencyKey && idempotencyKey.length > keyCharsMax)) {
    throw badRequest(`\`Idempotency-Key\` must have 1 to ${keyCharsMax} characters.`);
  }
  if (idempotencyKey === undefined && retryCount === undefined) return undefined;
  const request = createHash('sha256')
    .update(JSON.stringify([operation, input]))
    .digest('base64url');
  if (idempotencyKey !== undefined)
    return { userId, id: idempotencyKey, request, keptMs: outcomesKeptMs, isFirst: false };
  // No key that is sent in a header can have a line break.
  return { userId, id: `\n${request}`, request, keptMs: workMsMax(deps), isFirst: retryCount === 0 };
}

const workMsMax = ({ settings }: Pick<Deps, 'settings'>) => settings.chatTimeoutMs + attemptSlackMs;

/** Begins an attempt; undefined when the key is taken. */
async function claim({ clock }: Pick<Deps, 'clock'>, db: Queries, key: Key): Promise<string | undefined> {
  const attempt = newId(clock.now());
  return (await claimKey.first(db, { ...key, attempt })) && attempt;
}

/** What came of the request that the key was used for; undefined while it is under way. Throws mismatch, failed. */
async function knownOutcome<Result>(
  { answer }: Request,
  db: Queries,
  key: Key,
): Promise<Outcome<Result> | undefined> {
  const row = await selectKey.first(db, key);
  if (row && row.request !== key.request) {
    throw new DomainError('mismatch', idempotencyRefusals.otherRequest);
  }
  if (row?.outcome) {
    answer.replayed = true;
    return JSON.parse(row.outcome);
  }
  if (row?.changing && row.isOver) {
    throw failed(
      'The request was interrupted when it may have changed something. Look at what is there before asking again.',
    );
  }
  // One that ended just now without a change is free for the next request, too.
  return undefined;
}

const underWay = () => new DomainError('conflict', idempotencyRefusals.underWay, { retryAfterSeconds: 1 });

const overtaken = () => failed('The request took too long, and another one has taken its place.');
