import type { ChatInput, User } from '@jarvis/contract';
import { asDomainError, notFound, unavailable } from '../../errors.ts';
import { newId, parseId } from '../../ids.ts';
import type { Deps } from '../../ports.ts';
import { letModelNameConversation } from '../turn/improve-title.ts';
import { takeTurn } from '../turn/turn.ts';
import {
  beatTurns,
  deleteRunningTurn,
  insertRunningTurn,
  requestStop,
  selectRunningTurn,
  selectRunningTurns,
  selectTurnOfConversation,
} from './queries.ts';
import { deadAfterMs, followElsewhere } from './remote-turn.ts';
import { RunningTurn } from './running-turn.ts';
import type { TurnEnding, TurnEvent } from './turn-events.ts';
import { Signal } from './wakeup.ts';

/** How often a process writes how far its replies are, and looks whether one is to be stopped. */
const beatMs = 400;
/** How long a turn that has not begun is waited for. */
const beginMs = 10_000;
/** How long an ended reply is kept for who still wants to hear its end. */
const keptMs = 60_000;

/** The replies that this process is writing for the web app. */
export class Turns {
  readonly #deps: Deps;
  readonly #running = new Map<string, RunningTurn>();
  /** One for each open watch: woken when its turn is started here. */
  readonly #watches = new Set<{ readonly key: string; readonly started: Signal }>();
  #beating: NodeJS.Timeout | undefined;
  #closing = false;
  readonly #closed = new AbortController();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Begins a turn that goes on whether or not somebody watches. `requestId` makes a repeated start the same
   * turn. Throws notFound for the conversation, unavailable while the process ends.
   */
  async start(
    user: User,
    {
      requestId,
      ...input
    }: { message: string; conversationId?: string | undefined; requestId?: string | undefined },
  ): Promise<{ turnId: string; conversationId: string }> {
    if (this.#closing) throw unavailable('The service is restarting. Try again in a moment.');
    const id = asTurnId(requestId) ?? newId(this.#deps.clock.now());
    const turn = this.#running.get(keyOf(user.id, id)) ?? this.#begin(user, id, input);
    try {
      await turn.beginning;
      return { turnId: id, conversationId: turn.conversationId };
    } catch (error) {
      if (error !== begunElsewhere) throw error;
      const other = await selectRunningTurn.first(this.#deps.db, { userId: user.id, id });
      if (!other) throw notFound('Reply');
      return { turnId: id, conversationId: other.conversationId };
    }
  }

  #begin(user: User, id: string, input: ChatInput): RunningTurn {
    const conversationId = input.conversationId ?? newId(this.#deps.clock.now());
    const turn = new RunningTurn({ id, userId: user.id, conversationId, message: input.message });
    const key = keyOf(user.id, id);
    this.#running.set(key, turn);
    turn.beginning = this.#take(turn, user, input);
    for (const watch of this.#watches) if (watch.key === key) watch.started.wake();
    return turn;
  }

  /** Resolves when the turn is under way, which it then stays until it ends. */
  async #take(turn: RunningTurn, user: User, input: ChatInput): Promise<void> {
    // Beside the statements that gather the context, so that it costs the first word nothing.
    const announced = knownConversation(turn) ? this.#announce(turn) : Promise.resolve(true);
    try {
      await new Promise<void>((resolve, reject) => {
        takeTurn(this.#deps, user, input, {
          newConversationId: turn.conversationId,
          onBegin: async (conversationId) => {
            if (!(await announced)) throw begunElsewhere;
            turn.begin(conversationId);
            resolve();
          },
          onText: (piece) => turn.write(piece),
          onStep: (step) => turn.step(step),
          stop: turn.stopping.signal,
        }).then(
          (taken) => {
            const { userMessage, assistantMessage, conversation } = taken;
            if (!conversation) return;
            const type = assistantMessage.extras?.stopped ? 'stopped' : 'done';
            this.#end(turn, { type, userMessage, assistantMessage, conversation });
            void letModelNameConversation(this.#deps, user.id, taken, this.#closed.signal);
          },
          (error: unknown) => {
            reject(error);
            this.#end(turn, failureOf(error));
          },
        );
      });
    } catch (error) {
      const ours = await announced;
      if (ours) {
        await deleteRunningTurn(this.#deps.db, { userId: user.id, id: turn.id }).catch(() => undefined);
      }
      this.#forget(turn);
      throw ours ? error : begunElsewhere;
    }
  }

  /**
   * The events of a reply, wherever it is written. A turn that has not begun is waited for, so that a page can
   * watch at the same time as it starts: it hears nothing before the turn has begun, and nothing at all when it
   * does not, for the start says why. Ends at once in a conversation without a reply. Throws notFound for a
   * malformed id.
   */
  async *watch(
    userId: string,
    { turnId, conversationId }: { turnId?: string | undefined; conversationId?: string | undefined },
    signal: AbortSignal,
  ): AsyncGenerator<TurnEvent> {
    const id =
      turnId === undefined ? await this.#turnOf(userId, conversationId ?? '') : parseId(turnId, 'Reply');
    if (id === undefined) return;
    const watch = { key: keyOf(userId, id), started: new Signal() };
    const giveUpAt = this.#deps.clock.now() + beginMs;
    this.#watches.add(watch);
    try {
      let startedHere = true;
      while (startedHere && !signal.aborted) {
        const here = this.#here(watch.key);
        if (here) yield* here.events(signal);
        if (here?.begun) return;
        startedHere = yield* followElsewhere(this.#deps, { userId, id }, signal, {
          started: watch.started,
          isHere: () => this.#here(watch.key) !== undefined,
          giveUpAt,
        });
      }
    } finally {
      this.#watches.delete(watch);
    }
  }

  /** Stops a reply, wherever it is written; what there is will be stored. Throws notFound. */
  async stop(userId: string, turnId: string): Promise<void> {
    const here = this.#running.get(keyOf(userId, turnId.toLowerCase()));
    if (here) return here.stopping.abort();
    const [requested] = await requestStop(this.#deps.db, { userId, id: parseId(turnId, 'Reply') });
    if (!requested) throw notFound('Reply');
  }

  /** The account's replies that are going on, on any process. */
  async running(userId: string): Promise<{ turnId: string; conversationId: string; message: string }[]> {
    const rows = await selectRunningTurns(this.#deps.db, { userId, aliveSince: this.#aliveSince() });
    return rows.filter(({ turnId }) => !this.#isOver(userId, turnId));
  }

  /**
   * Takes no new turn, gives those that are going on a moment, then stops them: what there is of them is
   * stored, and who watches hears of it.
   */
  async close(graceMs = 3_000): Promise<void> {
    this.#closing = true;
    const until = performance.now() + graceMs;
    const going = () => [...this.#running.values()].filter(({ ending }) => !ending);
    while (going().length > 0 && performance.now() < until) await pause(50);
    for (const turn of going()) turn.stopping.abort();
    const last = performance.now() + 2_500;
    while (going().length > 0 && performance.now() < last) await pause(20);
    this.#closed.abort();
    clearInterval(this.#beating);
    await this.#beat();
  }

  /** Ended here, whatever its row still says. */
  #isOver(userId: string, id: string): boolean {
    return this.#here(keyOf(userId, id))?.ending !== undefined;
  }

  /** Written here, or about to be. */
  #here(key: string): RunningTurn | undefined {
    const turn = this.#running.get(key);
    return turn?.refused ? undefined : turn;
  }

  /** The id of the reply that goes on in a conversation. */
  async #turnOf(userId: string, conversationId: string): Promise<string | undefined> {
    const here = [...this.#running.values()].findLast(
      (turn) => turn.userId === userId && turn.conversationId === conversationId && !turn.ending,
    );
    if (here) return here.id;
    const row = await selectTurnOfConversation.first(this.#deps.db, {
      userId,
      conversationId: parseId(conversationId, 'Conversation'),
      aliveSince: this.#aliveSince(),
    });
    return row && !this.#isOver(userId, row.id) ? row.id : undefined;
  }

  #aliveSince(): string {
    return new Date(this.#deps.clock.now() - deadAfterMs).toISOString();
  }

  /** Makes the turn known to other processes; false when one of them has begun it already. */
  async #announce(turn: RunningTurn): Promise<boolean> {
    const { userId, id, conversationId, message } = turn;
    const now = this.#deps.clock.nowIso();
    this.#beating ??= setInterval(() => void this.#beat(), beatMs).unref();
    try {
      return (
        (await insertRunningTurn.first(this.#deps.db, { userId, id, conversationId, message, now })) !==
        undefined
      );
    } catch {
      // It goes on without: other processes cannot show it, this one can.
      return true;
    } finally {
      // It may have ended before its row was there.
      turn.unwritten = true;
    }
  }

  #end(turn: RunningTurn, ending: TurnEnding): void {
    turn.end(ending);
    if (!turn.begun) return;
    void this.#beat();
    setTimeout(() => this.#forget(turn), keptMs).unref();
  }

  #forget(turn: RunningTurn): void {
    this.#running.delete(keyOf(turn.userId, turn.id));
    if (this.#running.size > 0) return;
    clearInterval(this.#beating);
    this.#beating = undefined;
  }

  /**
   * One statement for all replies of the process. The last state of an ended one is written once; of one that
   * has not begun nothing is, for that is how other processes tell.
   */
  async #beat(): Promise<void> {
    const turns = [...this.#running.values()].filter(
      ({ begun, ending, unwritten }) => begun && (!ending || unwritten),
    );
    if (turns.length === 0) return;
    for (const turn of turns) turn.unwritten = false;
    try {
      const beaten = await beatTurns(this.#deps.db, {
        userIds: turns.map(({ userId }) => userId),
        ids: turns.map(({ id }) => id),
        texts: turns.map(({ text }) => text),
        steps: turns.map(({ steps }) => JSON.stringify(steps)),
        outcomes: turns.map(({ ending }) => (ending ? JSON.stringify(ending) : null)),
        now: this.#deps.clock.nowIso(),
      });
      for (const { id, stopRequested } of beaten) {
        if (stopRequested) turns.find((turn) => turn.id === id)?.stopping.abort();
      }
    } catch {
      // The database is away: the next beat writes it all again.
      for (const turn of turns) turn.unwritten = true;
    }
  }
}

const perDeps = new WeakMap<Deps, Turns>();

/** The replies that are written with these collaborators: one registry for a running service. */
export function turnsOf(deps: Deps): Turns {
  const known = perDeps.get(deps) ?? new Turns(deps);
  perDeps.set(deps, known);
  return known;
}

/** What start throws to itself when another process has begun the same turn. */
const begunElsewhere = new Error('this turn was begun by another process');

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A malformed id names no conversation; the turn will say so itself. */
const knownConversation = ({ conversationId }: RunningTurn): boolean => uuid.test(conversationId);

const keyOf = (userId: string, id: string) => `${userId} ${id}`;

function asTurnId(requestId: string | undefined): string | undefined {
  return requestId !== undefined && uuid.test(requestId) ? requestId.toLowerCase() : undefined;
}

function failureOf(error: unknown): TurnEnding {
  const told = asDomainError(error);
  if (!told) {
    const message = 'Something went wrong on the server. Try again, or tell the operator.';
    return { type: 'failed', error: { kind: 'failed', message } };
  }
  const { kind, message, retryAfterSeconds } = told;
  return {
    type: 'failed',
    error: { kind, message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
