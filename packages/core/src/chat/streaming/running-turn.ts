import type { ShownStep } from '../tools/run-log.ts';
import type { TurnEnding, TurnEvent } from './turn-events.ts';
import { Signal } from './wakeup.ts';

/** A reply that is being written in this process. */
export class RunningTurn {
  readonly id: string;
  readonly userId: string;
  readonly message: string;
  readonly stopping = new AbortController();
  conversationId: string;
  /** False until nothing stands in its way any more; until then nobody is shown anything of it. */
  begun = false;
  /** Resolves when it has begun; rejects when it cannot. */
  beginning: Promise<void> = Promise.resolve();
  text = '';
  steps: ShownStep[] = [];
  ending: TurnEnding | undefined;
  /** True when there is something that the database does not have yet. */
  unwritten = false;
  readonly #watchers = new Set<Signal>();

  constructor(fields: Pick<RunningTurn, 'id' | 'userId' | 'conversationId' | 'message'>) {
    this.id = fields.id;
    this.userId = fields.userId;
    this.conversationId = fields.conversationId;
    this.message = fields.message;
  }

  /** It ended before it began. */
  get refused(): boolean {
    return this.ending !== undefined && !this.begun;
  }

  begin(conversationId: string): void {
    this.conversationId = conversationId;
    this.begun = true;
    this.#changed();
  }

  write(piece: string): void {
    this.text += piece;
    this.#changed();
  }

  step(step: ShownStep): void {
    const at = this.steps.findLastIndex(({ label, state }) => label === step.label && state === 'running');
    this.steps = at < 0 ? [...this.steps, step] : this.steps.with(at, step);
    this.#changed();
  }

  end(ending: TurnEnding): void {
    this.ending = ending;
    this.#changed();
  }

  /** Its events from now on, once it has begun, until it ends or `signal` aborts. */
  async *events(signal: AbortSignal): AsyncGenerator<TurnEvent> {
    const woken = new Signal();
    this.#watchers.add(woken);
    try {
      const follow = new Follow();
      while (!signal.aborted) {
        if (this.begun) yield* follow.events(this);
        if (this.ending) return;
        await woken.wait(signal);
      }
    } finally {
      this.#watchers.delete(woken);
    }
  }

  #changed(): void {
    this.unwritten = true;
    for (const woken of this.#watchers) woken.wake();
  }
}

/** How far a reply is, here or in the database. */
export interface Progress {
  readonly id: string;
  readonly conversationId: string;
  readonly message: string;
  readonly text: string;
  readonly steps: readonly ShownStep[];
  readonly ending?: TurnEnding | undefined;
}

/** Turns the state of a reply, looked at now and then, into the events that lead to it. */
export class Follow {
  #shown: { text: string; steps: readonly ShownStep[] } | undefined;

  *events({ id, conversationId, message, text, steps, ending }: Progress): Generator<TurnEvent> {
    const before = this.#shown;
    this.#shown = { text, steps };
    if (!before) {
      yield { type: 'snapshot', turnId: id, conversationId, message, text, steps };
    } else {
      if (before.steps !== steps) {
        for (const [i, step] of steps.entries()) {
          if (before.steps[i]?.state !== step.state) yield { type: 'step', ...step };
        }
      }
      if (text.length > before.text.length) yield { type: 'text', delta: text.slice(before.text.length) };
    }
    if (ending) yield ending;
  }
}
