/** Something that happens at a moment, unless it is removed before. */
export interface Deadline {
  /** By `performance.now()`. */
  readonly at: number;
  readonly pass: () => void;
}

/**
 * Deadlines, nearly all of which are removed before they pass, twice a request. One timer serves all, because setting
 * and clearing a timer for each takes as long as the statement's way through the pool. The timer keeps the process
 * running. After a pause of the process (garbage collection, a full machine), the answers that have arrived meanwhile
 * are read first: they are not late.
 */
export class Deadlines {
  #pending: Deadline[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** When the timer ends. */
  #endsAt = Number.POSITIVE_INFINITY;

  add(deadline: Deadline): void {
    this.#pending.push(deadline);
    if (deadline.at < this.#endsAt) this.#wait(deadline.at);
    else this.#timer?.ref();
  }

  remove(deadline: Deadline): void {
    const place = this.#pending.lastIndexOf(deadline);
    if (place < 0) return;
    this.#pending.splice(place, 1);
    if (this.#pending.length === 0) this.#timer?.unref();
  }

  #wait(until: number): void {
    clearTimeout(this.#timer);
    this.#endsAt = until;
    // Node runs due timers before it reads from sockets, and `setImmediate` after.
    const check = () => setImmediate(() => this.#check());
    this.#timer = setTimeout(check, Math.max(0, until - performance.now()));
  }

  #check(): void {
    this.#endsAt = Number.POSITIVE_INFINITY;
    const now = performance.now();
    const passed = this.#pending.filter(({ at }) => at <= now);
    this.#pending = this.#pending.filter(({ at }) => at > now);
    for (const { pass } of passed) pass();
    const next = Math.min(...this.#pending.map(({ at }) => at));
    if (next < this.#endsAt) this.#wait(next);
  }
}
