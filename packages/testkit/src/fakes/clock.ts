import type { Clock } from '@jarvis/core';

/** A clock that only moves when told; starts at the real time, so that ids and cookies look real. */
export class MovableClock implements Clock {
  #nowMs: number;

  constructor(nowMs = Date.now()) {
    this.#nowMs = nowMs;
  }

  now(): number {
    return this.#nowMs;
  }

  nowIso(): string {
    return new Date(this.#nowMs).toISOString();
  }

  /** Sets the time, also backwards. */
  moveTo(moment: string): void {
    this.#nowMs = Date.parse(moment);
  }

  /** Moves forward by this many seconds. */
  advance(seconds: number): void {
    this.#nowMs += seconds * 1_000;
  }
}
