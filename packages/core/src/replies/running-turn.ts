import { eventsSince, fold, noReply, type Reply, type ReplyEvent } from '@jarvis/contract';
import { Wakeup } from '../wakeup.ts';

/** A turn of this process with a streamed reply. */
export class RunningTurn {
  readonly id: string;
  readonly userId: string;
  readonly #stopping = new AbortController();
  /** The reply so far. */
  reply: Reply;
  /** False until its checks have passed; until then it is not shown. */
  begun = false;
  /** Resolves when it has begun; rejects when it cannot. */
  beginning: Promise<void> = Promise.resolve();
  /** True when the database lacks a part of it. */
  unwritten = false;
  /** True while its beginning has not reached the database. */
  unannounced = false;
  readonly #watchers = new Set<Wakeup>();

  /** In a conversation, unless it begins one. */
  constructor(userId: string, id: string, conversationId = '') {
    this.userId = userId;
    this.id = id;
    this.reply = { ...noReply, turnId: id, conversationId };
  }

  /** Aborts when the person, or the end of the process, stops it: the text so far is kept. */
  get stopped(): AbortSignal {
    return this.#stopping.signal;
  }

  stop(): void {
    this.#stopping.abort('stopped');
  }

  take(event: ReplyEvent): void {
    this.reply = fold(this.reply, event);
    this.begun ||= event.type === 'snapshot';
    this.unwritten = true;
    for (const watcher of this.#watchers) watcher.wake();
  }

  /** Its events from now on, after its beginning, until it ends or `signal` aborts. None when it cannot begin. */
  async *events(signal: AbortSignal): AsyncGenerator<ReplyEvent> {
    const changed = new Wakeup();
    this.#watchers.add(changed);
    try {
      let known: Reply | undefined;
      while (!signal.aborted) {
        const now = this.reply;
        if (this.begun) {
          yield* eventsSince(known, now);
          known = now;
        }
        if (now.ending) return;
        await changed.wait(signal);
      }
    } finally {
      this.#watchers.delete(changed);
    }
  }
}
