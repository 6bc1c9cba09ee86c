/** An item of the list, which knows its index there. */
export class Entry<T> {
  readonly item: T;
  at: number;

  constructor(item: T, at: number) {
    this.item = item;
    this.at = at;
  }
}

/**
 * What is under way, in no order; joining and leaving cost the same however many there are. In place of a Set that
 * would be added to and deleted from thousands of times a second: a Set makes a new table every few of those, and
 * V8 lets each outgrown table point to the next. Once the first of that chain is old, none of them and nothing that
 * was in one of them is freed by a scavenge.
 */
export class SwapRemoveList<T> implements Iterable<T> {
  readonly #entries: Entry<T>[] = [];

  get size(): number {
    return this.#entries.length;
  }

  join(item: T): Entry<T> {
    const entry = new Entry(item, this.#entries.length);
    this.#entries.push(entry);
    return entry;
  }

  /** Does nothing when it has left already. */
  leave(entry: Entry<T>): void {
    if (this.#entries[entry.at] !== entry) return;
    const last = this.#entries.pop() as Entry<T>;
    if (last === entry) return;
    this.#entries[entry.at] = last;
    last.at = entry.at;
  }

  /** Over a copy: entries may leave during the iteration. */
  *[Symbol.iterator](): Iterator<T> {
    for (const { item } of [...this.#entries]) yield item;
  }
}
