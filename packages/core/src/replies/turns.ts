import { setTimeout as pause } from 'node:timers/promises';
import type { ReplyEnding, ReplyEvent, User } from '@jarvis/contract';
import { letModelNameConversation } from '../assistant/store/improve-title.ts';
import { takeTurn } from '../assistant/turn.ts';
import { asDomainError, failed, loggableMessage, notFound, unavailable } from '../errors.ts';
import { isId, newId, parseId } from '../ids.ts';
import type { Deps, Turns } from '../ports/deps.ts';
import type { RecentTurn, StartedTurn, StartTurnInput, TurnInput, TurnObserver } from '../ports/turns.ts';
import { Heartbeat, heartbeatMs } from './heartbeat.ts';
import {
  deleteEndedTurn,
  endStoredTurn,
  requestStop,
  selectRecentTurns,
  selectRunningTurn,
  selectTurnOfConversation,
} from './queries.ts';
import { interrupted, watchRemoteTurn } from './remote-turn.ts';
import { RunningTurn } from './running-turn.ts';
import { selectStoredTurn } from './stored-queries.ts';

/** How long an ended turn is kept for late readers of its end. */
const keptMs = 60_000;

/** Runs turns in this process, and shows those of other processes. */
export class TurnService implements Turns {
  readonly #deps: Pick<Deps, 'db' | 'clock'>;
  readonly #running = new Map<string, RunningTurn>();
  readonly #heartbeat: Heartbeat;
  #closing = false;
  readonly #closed = new AbortController();

  constructor({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
    this.#deps = { db, clock };
    this.#heartbeat = new Heartbeat(db, () => this.#running.values());
  }

  async start(
    deps: Deps,
    user: User,
    { requestId = '', model, attempt, by, ...input }: StartTurnInput,
  ): Promise<StartedTurn> {
    if (this.#closing) throw unavailable('The service is restarting. Try again in a moment.');
    const id = isId(requestId) ? requestId.toLowerCase() : newId(this.#deps.clock.now());
    const turn =
      this.#running.get(keyOf(user.id, id)) ?? this.#begin(deps, user, id, input, { model, attempt, by });
    try {
      await turn.beginning;
      return { turnId: id, conversationId: turn.reply.conversationId };
    } catch (error) {
      // Another process may have begun or stored it, even if this start failed.
      const conversationId = await this.#conversationOf({ userId: user.id, id }).catch(() => undefined);
      if (conversationId === undefined) throw error;
      return { turnId: id, conversationId };
    }
  }

  async *watch(userId: string, turnId: string, signal: AbortSignal): AsyncGenerator<ReplyEvent> {
    const id = parseId(turnId, 'Reply');
    const here = this.#running.get(keyOf(userId, id));
    if (here) yield* here.events(signal);
    if (!here?.begun) yield* watchRemoteTurn(this.#deps, { userId, id }, signal);
  }

  async running(userId: string, wanted: string): Promise<string | undefined> {
    if (!isId(wanted)) return undefined;
    const conversationId = wanted.toLowerCase();
    const here = [...this.#running.values()].findLast(
      ({ userId: of, reply }) => of === userId && reply.conversationId === conversationId && !reply.ending,
    );
    if (here) return here.id;
    const row = await selectTurnOfConversation.first(this.#deps.db, { userId, conversationId });
    // Ended here, even if its row is older.
    return row && !this.#running.get(keyOf(userId, row.id))?.reply.ending ? row.id : undefined;
  }

  async stop(userId: string, turnId: string): Promise<void> {
    const id = parseId(turnId, 'Reply');
    const here = this.#running.get(keyOf(userId, id));
    if (here) return here.stop();
    if (await requestStop.first(this.#deps.db, { userId, id })) return;
    // Postgres empties the table when it recovers from a crash: the next heartbeat restores the row.
    await pause(2 * heartbeatMs);
    if (!(await requestStop.first(this.#deps.db, { userId, id }))) throw notFound('Reply');
  }

  async recent(userId: string): Promise<RecentTurn[]> {
    let rows = await selectRecentTurns(this.#deps.db, { userId });
    if (rows.some(({ mayGoOn }) => mayGoOn)) {
      await pause(2 * heartbeatMs);
      rows = await selectRecentTurns(this.#deps.db, { userId });
    }
    return rows.reverse().map(({ ending: written, error, isBeating, mayGoOn: _, ...turn }) => {
      // Ended here, even if its row is older.
      const here = this.#running.get(keyOf(userId, turn.turnId))?.reply;
      if (here?.ending) return { ...turn, ...stateOf(here.ending) };
      if (written) return { ...turn, state: written, error };
      if (here || isBeating) return { ...turn, state: 'running', error: null };
      return { ...turn, ...stateOf(interrupted) };
    });
  }

  async dismiss(deps: Deps, userId: string, turnId: string): Promise<void> {
    const id = parseId(turnId, 'Reply');
    const here = this.#running.get(keyOf(userId, id));
    if (here && !here.reply.ending) return;
    await deleteEndedTurn(this.#deps.db, { userId, id });
    if (here) this.#forget(here);
    deps.changes.publish(userId, 'turns');
  }

  /**
   * Accepts no new turn, gives running ones `graceMs`, then stops them: their text so far is stored, and watchers get
   * the end.
   */
  async close(graceMs = 3_000): Promise<void> {
    this.#closing = true;
    await this.#ended(graceMs);
    for (const turn of this.#running.values()) turn.stop();
    await this.#ended(2_500);
    this.#closed.abort();
    this.#heartbeat.stop();
    await this.#heartbeat.beat();
  }

  /** The conversation of a turn on another process, or of one stored some time ago. */
  async #conversationOf(turn: { userId: string; id: string }): Promise<string | undefined> {
    const { db } = this.#deps;
    const running = await selectRunningTurn.first(db, turn);
    return running?.conversationId ?? (await selectStoredTurn.first(db, turn))?.conversation.id;
  }

  /** Begins a turn, which then runs to its end. */
  #begin(deps: Deps, user: User, id: string, input: TurnInput, observer: TurnObserver): RunningTurn {
    const turn = new RunningTurn(user.id, id, input.conversationId);
    this.#running.set(keyOf(user.id, id), turn);
    turn.beginning = new Promise((resolve, reject) => {
      takeTurn(deps, user, input, {
        ...observer,
        turnId: turn.id,
        onBegin: async (snapshot) => {
          if (!(await this.#heartbeat.announce(turn, snapshot))) throw notFound('Reply');
          turn.take(snapshot);
          deps.changes.publish(user.id, 'turns');
          resolve();
        },
        emit: (event) => turn.take(event),
        onStore: async (db, { conversationId, userMessage, assistantMessage }, ending) => {
          await this.#heartbeat.keepFromBeginning(turn);
          await endStoredTurn(db, {
            userId: turn.userId,
            id: turn.id,
            conversationId,
            messageId: userMessage.id,
            replyId: assistantMessage.id,
            replaces: turn.reply.replaces,
            text: turn.reply.text,
            shownSteps: JSON.stringify(turn.reply.steps),
            outcome: JSON.stringify(ending),
          });
        },
        signal: turn.stopped,
      }).then(
        (taken) => {
          this.#end(deps, turn);
          void letModelNameConversation(deps, turn.userId, taken, this.#closed.signal);
        },
        async (error: unknown) => {
          // Before it is announced, so that a repetition gets the same answer.
          await observer.attempt?.fail(error);
          turn.take(failureOf(error));
          this.#end(deps, turn);
          // Its readers get the ending: no caller is left who would log a defect.
          if (turn.begun && !asDomainError(error) && error instanceof Error)
            deps.log.error(
              { turn: id, error: error.name, message: loggableMessage(error) },
              'a turn failed unexpectedly',
            );
          reject(error);
        },
      );
    });
    return turn;
  }

  #end(deps: Deps, turn: RunningTurn): void {
    // Announced after it is written, because other processes read its row.
    void this.#heartbeat.beat().then(() => turn.begun && deps.changes.publish(turn.userId, 'turns'));
    if (turn.begun) setTimeout(() => this.#forget(turn), keptMs).unref();
    else this.#forget(turn);
  }

  #forget(turn: RunningTurn): void {
    const key = keyOf(turn.userId, turn.id);
    // Unless the same request was repeated after the turn's dismissal.
    if (this.#running.get(key) === turn) this.#running.delete(key);
    if (this.#running.size === 0) this.#heartbeat.stop();
  }

  /** Waits until every turn of this process has ended, at most `ms`. */
  async #ended(ms: number): Promise<void> {
    const until = performance.now() + ms;
    const isGoingOn = () => [...this.#running.values()].some(({ reply }) => !reply.ending);
    while (isGoingOn() && performance.now() < until) await pause(20);
  }
}

const keyOf = (userId: string, id: string) => `${userId} ${id}`;

/** The ending of a turn that failed with `error`. */
function failureOf(error: unknown): Extract<ReplyEnding, { type: 'failed' }> {
  const { kind, message, details } =
    asDomainError(error) ?? failed('Something went wrong on the server. Try again, or tell the operator.');
  const { reason, retryAfterSeconds } = details;
  return { type: 'failed', error: { kind, message, reason, retryAfterSeconds } };
}

const stateOf = (ending: ReplyEnding): Pick<RecentTurn, 'state' | 'error'> => ({
  state: ending.type,
  error: ending.type === 'failed' ? ending.error : null,
});
