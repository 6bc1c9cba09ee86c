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

/** A pool's lent connections, by share. */
export class ConnectionShares {
  readonly #max: number;
  readonly #loans = new Map<string, Loan[]>();

  /** One share has two fifths of `poolSize`, but at least one (resource exhaustion). */
  constructor(poolSize: number) {
    this.#max = Math.max(1, Math.floor(poolSize * connectionShare));
  }

  /** Always false without a share. */
  isUsedUp(share: string | undefined): boolean {
    return share !== undefined && (this.#loans.get(share)?.length ?? 0) >= this.#max;
  }

  /** Of the share's connections with reads, the one with the fewest, unless all are full. */
  withRoom(share: string | undefined): Loan | undefined {
    let best: Loan | undefined;
    for (const loan of (share !== undefined && this.#loans.get(share)) || []) {
      if (!loan.forReads || loan.connection.client.invalid) continue;
      if (loan.statements < (best?.statements ?? readsMax)) best = loan;
    }
    return best;
  }

  add(loan: Loan): void {
    if (loan.share === undefined) return;
    const loans = this.#loans.get(loan.share);
    if (loans) loans.push(loan);
    else this.#loans.set(loan.share, [loan]);
  }

  remove(loan: Loan): void {
    if (loan.share === undefined) return;
    const others = this.#loans.get(loan.share)?.filter((other) => other !== loan) ?? [];
    if (others.length > 0) this.#loans.set(loan.share, others);
    else this.#loans.delete(loan.share);
  }
}
