import type { HostConnection } from './host-client.ts';

/** One share of ten connections leaves most to the others. */
const connectionShare = 0.4;
/** Reads in flight on one connection: enough to keep the server busy, and few when the connection is lost. */
const readsMax = 8;

/** A connection that the pool has lent, for one statement or transaction, or for several reads of one share. */
export interface Loan {
  readonly connection: HostConnection;
  readonly share: string | undefined;
  readonly forReads: boolean;
  /** In flight. */
  statements: number;
  /** `performance.now()` of the loan, then of the last answer. */
  answeredAt: number;
}

/** A pool's lent connections, and their shares. They are few, so that looking through them takes no time. */
export class ConnectionShares {
  readonly #max: number;
  readonly #loans: Loan[] = [];

  /** One share has two fifths of `poolSize`, but at least one (resource exhaustion). */
  constructor(poolSize: number) {
    this.#max = Math.max(1, Math.floor(poolSize * connectionShare));
  }

  get lent(): number {
    return this.#loans.length;
  }

  /** Always false without a share. */
  isUsedUp(share: string | undefined): boolean {
    if (share === undefined) return false;
    let lent = 0;
    for (const loan of this.#loans) if (loan.share === share) lent += 1;
    return lent >= this.#max;
  }

  /** Of the share's connections with reads, the one with the fewest, unless all are full. */
  withRoom(share: string | undefined): Loan | undefined {
    if (share === undefined) return undefined;
    let best: Loan | undefined;
    for (const loan of this.#loans) {
      if (loan.share !== share || !loan.forReads || loan.connection.client.invalid) continue;
      if (loan.statements < (best?.statements ?? readsMax)) best = loan;
    }
    return best;
  }

  add(loan: Loan): void {
    this.#loans.push(loan);
  }

  remove(loan: Loan): void {
    this.#loans.splice(this.#loans.indexOf(loan), 1);
  }
}
