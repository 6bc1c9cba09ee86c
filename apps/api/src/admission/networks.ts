import type { Socket } from 'node:net';
import { networkOf } from '../http/request/network.ts';

/** Counts the connections of each network; a proxy's connections carry the requests of many and belong to none. */
export class Networks {
  readonly #isProxy: (address: string) => boolean;
  readonly #connections = new Map<string, number>();

  constructor(isProxy: (address: string) => boolean) {
    this.#isProxy = isProxy;
  }

  /** Counts a connection until it closes. Returns the number of its network's, 0 for a proxy's. */
  join(socket: Socket): number {
    const network = this.of(socket);
    if (network === undefined) return 0;
    const add = (change: number) => {
      const count = (this.#connections.get(network) ?? 0) + change;
      if (count === 0) this.#connections.delete(network);
      else this.#connections.set(network, count);
      return count;
    };
    socket.once('close', () => add(-1));
    return add(1);
  }

  /** The network of a connection; undefined for a proxy's. */
  of({ remoteAddress = '' }: Socket): string | undefined {
    return this.#isProxy(remoteAddress) ? undefined : networkOf(remoteAddress);
  }
}
