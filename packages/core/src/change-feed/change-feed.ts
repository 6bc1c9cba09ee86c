import { DatabaseUnavailable, reasonOf } from '@jarvis/database';
import type { Changes, ChangeTopic, Deps, WatchOptions } from '../ports/deps.ts';
import { Wakeup } from '../wakeup.ts';
import { type FeedVersion, selectVersions, stampChanges } from './queries.ts';

/** Changes within this time are written together, off the path of their requests. */
const gatherMs = 200;
/** Pause before a failed write is retried. */
const retryMs = 2_000;
/** How often a process with open web apps reads the changes of others. */
const pollMs = 700;

interface Watcher {
  readonly userId: string;
  readonly pending: Set<ChangeTopic>;
  readonly changed: Wakeup;
  /** It is told of changes this recent when it begins. */
  readonly recentMs: number;
  /** Called once, when the watch is established. */
  begin: (() => void) | undefined;
}

/**
 * The change feed: one row per account and topic with a rising version, which every process with watchers reads more
 * than once a second. Needs no dedicated connection, so it works through any pooler and with any number of processes.
 * A dying process loses hints, not data: web apps read again when they reconnect.
 */
export class ChangeFeed implements Changes {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'log'>;
  readonly #watchers = new Map<string, Set<Watcher>>();
  readonly #unwritten = new Map<string, { userId: string; topic: ChangeTopic }>();
  /** A watcher that begins meanwhile reads the versions from before. */
  readonly #inWriting = new Set<{ userId: string; topic: ChangeTopic }>();
  /** The versions that this process's watchers know, by account and topic. */
  readonly #told = new Map<string, number>();
  /** Accounts that were read at least once: a missing row then counts as version 0. */
  readonly #read = new Set<string>();
  #writing: NodeJS.Timeout | undefined;
  #polling: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'log'>) {
    this.#deps = deps;
  }

  publish(userId: string, topic: ChangeTopic): void {
    if (this.#closed) return;
    this.#tell(userId, topic);
    this.#unwritten.set(`${userId} ${topic}`, { userId, topic });
    this.#writing ??= setTimeout(() => void this.#writeAll(), gatherMs).unref();
  }

  async *watch(
    userId: string,
    signal: AbortSignal,
    { onBegin = () => {}, recentMs = 0 }: WatchOptions = {},
  ): AsyncGenerator<ChangeTopic> {
    const watcher: Watcher = { userId, pending: new Set(), changed: new Wakeup(), recentMs, begin: onBegin };
    this.#add(watcher);
    try {
      while (!signal.aborted && !this.#closed) {
        const topics = [...watcher.pending];
        watcher.pending.clear();
        yield* topics;
        await watcher.changed.wait(signal);
      }
    } finally {
      this.#remove(watcher);
    }
  }

  /** Writes the remaining changes and ends every watch. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#polling);
    for (const watcher of [...this.#watchers.values()].flatMap((set) => [...set])) watcher.changed.wake();
    await this.#writeAll();
  }

  #tell(userId: string, topic: ChangeTopic): void {
    for (const watcher of this.#watchers.get(userId) ?? []) {
      watcher.pending.add(topic);
      watcher.changed.wake();
    }
  }

  #add(watcher: Watcher): void {
    const set = this.#watchers.get(watcher.userId) ?? new Set();
    this.#watchers.set(watcher.userId, set.add(watcher));
    for (const { userId, topic } of [...this.#unwritten.values(), ...this.#inWriting])
      if (userId === watcher.userId && watcher.recentMs > 0) watcher.pending.add(topic);
    if (this.#read.has(watcher.userId) && watcher.recentMs === 0) begin(watcher);
    // At once: changes before the first read are not told, except recent ones.
    else void this.#readAll([watcher.userId]);
    this.#polling ??= setTimeout(() => void this.#pollAll(), pollMs).unref();
  }

  #remove(watcher: Watcher): void {
    const set = this.#watchers.get(watcher.userId);
    set?.delete(watcher);
    if (set?.size !== 0) return;
    this.#watchers.delete(watcher.userId);
    this.#read.delete(watcher.userId);
    for (const key of this.#told.keys()) if (key.startsWith(watcher.userId)) this.#told.delete(key);
  }

  async #writeAll(): Promise<void> {
    clearTimeout(this.#writing);
    this.#writing = undefined;
    // The same order everywhere, so that two processes cannot deadlock on each other's rows.
    const changed = [...this.#unwritten].sort(([a], [b]) => (a < b ? -1 : 1));
    const rows = changed.map(([, row]) => row);
    this.#unwritten.clear();
    if (rows.length === 0) return;
    for (const row of rows) this.#inWriting.add(row);
    try {
      const written = await stampChanges(this.#deps.db, {
        userIds: rows.map((row) => row.userId),
        topics: rows.map((row) => row.topic),
        now: this.#deps.clock.nowIso(),
      });
      for (const { userId, topic, version, raised } of written) {
        if (!this.#watchers.has(userId)) continue;
        const key = `${userId} ${topic}`;
        // If another process changed the same topic since the last read, its change is still to be reported.
        const told = this.#told.get(key) ?? (this.#read.has(userId) ? 0 : undefined);
        if (told !== undefined && raised <= told) this.#told.set(key, version);
      }
    } catch (error) {
      this.#deps.log.warn({ reason: reasonOf(error) }, 'changes not announced');
      if (this.#closed || !(error instanceof DatabaseUnavailable)) return;
      for (const [key, row] of changed) this.#unwritten.set(key, row);
      this.#writing ??= setTimeout(() => void this.#writeAll(), retryMs).unref();
    } finally {
      for (const row of rows) this.#inWriting.delete(row);
    }
  }

  async #pollAll(): Promise<void> {
    const userIds = [...this.#watchers.keys()];
    if (userIds.length > 0) await this.#readAll(userIds);
    const again = this.#watchers.size > 0 && !this.#closed;
    this.#polling = again ? setTimeout(() => void this.#pollAll(), pollMs).unref() : undefined;
  }

  async #readAll(userIds: readonly string[]): Promise<void> {
    try {
      const read = new Set(userIds);
      const known = [...this.#told.keys()].filter((key) => read.has(key.slice(0, key.indexOf(' '))));
      // Those added meanwhile read once more: what was written before them may be missing in these rows.
      const beginning = new Set(
        userIds.flatMap((userId) => [...(this.#watchers.get(userId) ?? [])].filter(({ begin }) => begin)),
      );
      const rows = await selectVersions(this.#deps.db, { userIds });
      this.#tellOfLost(userIds, known, rows);
      for (const { userId, topic, version, ageMs } of rows) {
        if (topic === null || version === null || ageMs === null) continue;
        for (const watcher of this.#watchers.get(userId) ?? [])
          if (beginning.has(watcher) && ageMs < watcher.recentMs) watcher.pending.add(topic);
        const key = `${userId} ${topic}`;
        const told = this.#told.get(key) ?? (this.#read.has(userId) ? 0 : version);
        if (version > told) this.#tell(userId, topic);
        if (this.#watchers.has(userId)) this.#told.set(key, Math.max(version, told));
      }
      for (const userId of userIds) if (this.#watchers.has(userId)) this.#read.add(userId);
      for (const watcher of beginning) begin(watcher);
    } catch {
      // The database is unavailable; its users report that.
    }
  }

  /** A missing account was deleted. A missing row that existed before: a crash emptied the table and lost changes. */
  #tellOfLost(userIds: readonly string[], known: readonly string[], rows: readonly FeedVersion[]): void {
    const accounts = new Set(rows.map(({ userId }) => userId));
    for (const userId of userIds) if (!accounts.has(userId)) this.#tell(userId, 'account');
    const found = new Set(rows.map(({ userId, topic }) => `${userId} ${topic}`));
    for (const key of known) {
      const [userId = '', topic] = key.split(' ');
      if (found.has(key) || !this.#told.delete(key)) continue;
      this.#tell(userId, topic as ChangeTopic);
    }
  }
}

function begin(watcher: Watcher): void {
  watcher.begin?.();
  watcher.begin = undefined;
  watcher.changed.wake();
}
