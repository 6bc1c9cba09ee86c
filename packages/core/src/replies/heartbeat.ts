import type { Database } from '@jarvis/database';
import { insertRunningTurnAgain, insertTurn, writeHeartbeats } from './queries.ts';
import type { RunningTurn } from './running-turn.ts';

/** How often a process writes the progress of its turns, and reads stop requests. */
export const heartbeatMs = 400;

/** Writes the turns of this process for all others, and reads their stop requests. */
export class Heartbeat {
  readonly #db: Database;
  readonly #turns: () => Iterable<RunningTurn>;
  #timer: NodeJS.Timeout | undefined;
  /** Never two at a time: an older state would overwrite a newer one. */
  #last: Promise<void> = Promise.resolve();
  #queued: Promise<void> | undefined;

  constructor(db: Database, turns: () => Iterable<RunningTurn>) {
    this.#db = db;
    this.#turns = turns;
  }

  /**
   * Announces a turn to other processes; false when one of them has begun it already. Without a database the turn
   * continues: this process can show it, and a later heartbeat announces it.
   */
  async announce(turn: RunningTurn, begun: Omit<RunningTurn['reply'], 'ending'>): Promise<boolean> {
    this.#timer ??= setInterval(() => void this.beat(), heartbeatMs).unref();
    try {
      const { userId, id } = turn;
      return (await insertTurn.first(this.#db, { ...begun, userId, id })) !== undefined;
    } catch {
      turn.unannounced = true;
      return true;
    }
  }

  /** Must be called before a turn is stored: after that no heartbeat writes its beginning. */
  async keepFromBeginning(turn: RunningTurn): Promise<void> {
    if (!turn.unannounced) return;
    turn.unannounced = false;
    await this.#last;
  }

  /** Writes once more, after the current write. Never rejects. */
  beat(): Promise<void> {
    if (!this.#queued) {
      this.#queued = this.#last.then(() => {
        this.#queued = undefined;
        return this.#writeAll();
      });
      this.#last = this.#queued;
    }
    return this.#queued;
  }

  /** Stops the periodic writes until the next turn is announced. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** One statement for all turns of the process. The last state of an ended turn is written once. */
  async #writeAll(): Promise<void> {
    const turns = [...this.#turns()].filter(
      ({ begun, reply, unwritten }) => begun && (!reply.ending || unwritten),
    );
    if (turns.length === 0) return;
    for (const turn of turns) turn.unwritten = false;
    try {
      const rows = await writeHeartbeats(this.#db, {
        userIds: turns.map(({ userId }) => userId),
        ids: turns.map(({ id }) => id),
        texts: turns.map(({ reply }) => reply.text),
        steps: turns.map(({ reply }) => JSON.stringify(reply.steps)),
        outcomes: turns.map(({ reply }) => reply.ending && JSON.stringify(reply.ending)),
      });
      for (const turn of turns) {
        const row = rows.find(({ userId, id }) => userId === turn.userId && id === turn.id);
        if (row?.stopRequested) turn.stop();
        if (!row && [...this.#turns()].includes(turn)) await this.#announceAgain(turn);
      }
    } catch {
      // The database is unavailable: the next heartbeat writes everything again.
      for (const turn of turns) turn.unwritten = true;
    }
  }

  /** Postgres empties the table when it recovers from a crash, while the turn continues. */
  async #announceAgain(turn: RunningTurn): Promise<void> {
    turn.unwritten = true;
    const insert = turn.unannounced ? insertTurn : insertRunningTurnAgain;
    try {
      await insert.first(this.#db, { ...turn.reply, userId: turn.userId, id: turn.id });
      turn.unannounced = false;
    } catch {
      // The next heartbeat tries it again; a deleted account does not affect other turns.
    }
  }
}
