import { TurnEventDiff } from './turn-event-diff.ts';
import type { ShownStep, TurnEnding, TurnEvent } from './turn-events.ts';
import { Wakeup } from './wakeup.ts';

/** A turn that this process takes, whose reply is streamed. */
export class RunningTurn {
  readonly id: string;
  readonly userId: string;
  readonly message: string;
  readonly replaces: string | null;
  readonly stopping = new AbortController();
  conversationId: string;
  /** Known once it has begun. */
  replyId: string | null = null;
  /** False until nothing stands in its way any more; until then nobody is shown anything of it. */
  begun = false;
  /** Resolves when it has begun; rejects when it cannot. */
  beginning: Promise<void> = Promise.resolve();
  text = '';
  steps: readonly ShownStep[] = [];
  ending: TurnEnding | undefined;
  /** True when there is something that the database does not have yet. */
  unwritten = false;
  readonly #watchers = new Set<Wakeup>();

  constructor(fields: Pick<RunningTurn, 'id' | 'userId' | 'conversationId' | 'message' | 'replaces'>) {
    this.id = fields.id;
    this.userId = fields.userId;
    this.conversationId = fields.conversationId;
    this.message = fields.message;
    this.replaces = fields.replaces;
  }

  begin(): void {
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

  /** Its events from now on, once it has begun, until it ends or `signal` aborts. None when it cannot begin. */
  async *events(signal: AbortSignal): AsyncGenerator<TurnEvent> {
    const changed = new Wakeup();
    this.#watchers.add(changed);
    try {
      const diff = new TurnEventDiff();
      while (!signal.aborted) {
        if (this.begun) yield* diff.events(this);
        if (this.ending) return;
        await changed.wait(signal);
      }
    } finally {
      this.#watchers.delete(changed);
    }
  }

  #changed(): void {
    this.unwritten = true;
    for (const watcher of this.#watchers) watcher.wake();
  }
}
