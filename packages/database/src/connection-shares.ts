/** One share of ten connections leaves most to the others. */
const connectionShare = 0.4;

/** Counts a pool's used connections by share (resource exhaustion). */
export class ConnectionShares {
  readonly #max: number;
  readonly #inUse = new Map<string, number>();

  /** One share has two fifths of `poolSize`, but at least one. */
  constructor(poolSize: number) {
    this.#max = Math.max(1, Math.floor(poolSize * connectionShare));
  }

  /** Always false without a share. */
  isUsedUp(share: string | undefined): boolean {
    return share !== undefined && (this.#inUse.get(share) ?? 0) >= this.#max;
  }

  count(share: string | undefined, change: 1 | -1): void {
    if (share === undefined) return;
    const inUse = (this.#inUse.get(share) ?? 0) + change;
    if (inUse === 0) this.#inUse.delete(share);
    else this.#inUse.set(share, inUse);
  }
}
