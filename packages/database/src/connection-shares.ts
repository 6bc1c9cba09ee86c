/** Of ten connections, one that asks for much leaves most to the others. */
const connectionShare = 0.4;

/** How many of a pool's connections are in use by whom (resource exhaustion). */
export class ConnectionShares {
  readonly #max: number;
  readonly #inUse = new Map<string, number>();

  /** Of `poolSize` connections one share has two fifths, and one at least. */
  constructor(poolSize: number) {
    this.#max = Math.max(1, Math.floor(poolSize * connectionShare));
  }

  /** Never for what is nobody's. */
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
