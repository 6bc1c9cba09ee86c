import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Queries } from '@jarvis/database';
import type { Caller } from '../callers.ts';
import type { Context } from '../context.ts';
import { badRequest, DomainError, failed } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Attempt } from '../ports/attempt.ts';
import type { ChangeTopic, Deps, WriteDeps } from '../ports/deps.ts';
import { idempotencyRefusals, type KeptOutcome, keptError, resultOf } from './outcome.ts';
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

/** Maximum time of an attempt beside the reply itself: reading, tools that end, storing. */
const attemptSlackMs = 15_000;
/** How often a retry checks whether the earlier attempt has ended. */
const lookMs = 500;
/** An attempt survives two lost heartbeats. */
const signOfLifeMs = attemptMs / 3;

type CallerContext = Context & { readonly caller: Caller };

/** A request; the same operation and input are the same request. */
export interface IdempotentRequest<Result> {
  readonly operation: string;
  readonly input: unknown;
  /** What a result is about; deleting it also deletes the result. */
  readonly aboutOf: (result: Result) => string;
}

/**
 * Makes one change. With an Idempotency-Key the change and its result commit in one transaction, and a repetition
 * gets that result, or the same domain error. Throws badRequest, conflict, mismatch. Specification: Idempotency.
 */
export async function changeOnce<Result>(
  request: CallerContext,
  asked: IdempotentRequest<Result>,
  work: (deps: WriteDeps) => Promise<Result>,
): Promise<Result> {
  const { deps, caller, requestId } = request;
  const key = keyOf(request, asked);
  if (!key) return work(deps);
  let published: ChangeTopic[] = [];
  const outcome = await deps.db.transaction(async (tx): Promise<KeptOutcome<Result>> => {
    published = [];
    const attempt = await claim(deps, tx, key);
    if (attempt === undefined) {
      const known = await knownOutcome<Result>(request, tx, key);
      if (!known) throw underWay();
      return known;
    }
    const publish = (_userId: string, topic: ChangeTopic) => void published.push(topic);
    const made = await work({ ...deps, db: tx, changes: { publish } }).then(
      (result) => ({ result }),
      (error: unknown) => {
        const told = keptError(error, requestId);
        if (!told) throw error;
        return told;
      },
    );
    const about = 'result' in made ? asked.aboutOf(made.result) : null;
    await completeAttempt(tx, { ...key, attempt, outcome: JSON.stringify(made), about });
    return made;
  });
  for (const topic of published) deps.changes.publish(caller.userId, topic);
  return resultOf(outcome);
}

/** Work whose result has a stored form. */
export interface AskedWork<Done, Result> extends IdempotentRequest<Result> {
  readonly resultOf: (done: Done) => Result;
}

/**
 * Runs work that is too long for a transaction. With an Idempotency-Key a repetition gets the result of the argument
 * of `attempt.complete`, or the same domain error; while the work is running, conflict. Interrupted work without a
 * change is repeated; with a change, its request has failed. Throws badRequest, conflict, mismatch.
 *
 * A client that counts its attempts without a key is recognised by its input: a retry within the time of a chat is
 * the same request. A first attempt is always a new request. Retries wait instead of getting a conflict.
 */
export async function workOnce<Done, Result>(
  request: CallerContext,
  asked: AskedWork<Done, Result>,
  work: (attempt?: Attempt<Done>) => Promise<Done>,
): Promise<Result> {
  const begun = await beginAttempt(request, asked);
  if (!begun) return asked.resultOf(await work());
  if ('known' in begun) return begun.known;
  try {
    return asked.resultOf(await work(begun));
  } catch (error) {
    // A disconnected client did not receive the error, and its retry wants the result.
    await begun.fail(request.signal.aborted ? undefined : error);
    throw error;
  }
}

/** Like `workOnce`, for work that other code completes. Undefined for work whose result is not kept. */
export async function beginAttempt<Done, Result>(
  request: CallerContext,
  asked: AskedWork<Done, Result>,
): Promise<Attempt<Done> | { readonly known: Result } | undefined> {
  const { deps, requestId } = request;
  const { db } = deps;
  const key = keyOf(request, asked);
  if (!key) return undefined;
  let attempt = await claim(deps, db, key);
  // The same input is running for another request.
  if (attempt === undefined && key.isFirst) return undefined;
  while (attempt === undefined) {
    const known = await knownOutcome<Result>(request, db, key);
    if (known) return { known: resultOf(known) };
    if (!request.retryCount) throw underWay();
    await pause(lookMs, undefined, { signal: request.signal });
    attempt = await claim(deps, db, key);
  }
  const own = { ...key, attempt };
  const until = performance.now() + workMsMax(deps);
  const heartbeat = setInterval(() => {
    if (performance.now() > until) stop();
    else void renewAttempt(db, own).catch(() => {});
  }, signOfLifeMs).unref();
  const stop = () => clearInterval(heartbeat);
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
      // Without a database the attempt ends by its missing heartbeats.
      await written.catch(() => {});
    },
  };
}

interface Key {
  readonly userId: string;
  readonly id: string;
  readonly request: string;
  /** How long its outcome is kept. */
  readonly keptMs: number;
  /** Whether an existing outcome belongs to another request. */
  readonly isFirst: boolean;
}

function keyOf(
  { deps, idempotencyKey, retryCount, caller: { userId } }: CallerContext,
  { operation, input }: Pick<IdempotentRequest<unknown>, 'operation' | 'input'>,
): Key | undefined {
  if (idempotencyKey === '' || (idempotencyKey && idempotencyKey.length > keyCharsMax)) {
    throw badRequest(`\`Idempotency-Key\` must have 1 to ${keyCharsMax} characters.`);
  }
  if (idempotencyKey === undefined && retryCount === undefined) return undefined;
  const request = hash('sha256', JSON.stringify([operation, input]), 'base64url');
  if (idempotencyKey !== undefined)
    return { userId, id: idempotencyKey, request, keptMs: outcomesKeptMs, isFirst: false };
  // No key from a header can contain a line break.
  return { userId, id: `\n${request}`, request, keptMs: workMsMax(deps), isFirst: retryCount === 0 };
}

const workMsMax = ({ settings }: Pick<Deps, 'settings'>) => settings.chatTimeoutMs + attemptSlackMs;

/** Begins an attempt; undefined when the key is taken. */
async function claim({ clock }: Pick<Deps, 'clock'>, db: Queries, key: Key): Promise<string | undefined> {
  const attempt = newId(clock.now());
  return (await claimKey.first(db, { ...key, attempt })) && attempt;
}

/** The outcome of the key's request; undefined while it is running. Throws mismatch, failed. */
async function knownOutcome<Result>(
  { answer }: CallerContext,
  db: Queries,
  key: Key,
): Promise<KeptOutcome<Result> | undefined> {
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
      'The request was interrupted after it may have changed something. Check the result before you send it again.',
    );
  }
  // After an attempt that just ended without a change, the next request may begin.
  return undefined;
}

const underWay = () => new DomainError('conflict', idempotencyRefusals.underWay, { retryAfterSeconds: 1 });

const overtaken = () => failed('The request took too long, and another one has replaced it.');
