import type { Socket } from 'node:net';
import { networkOf } from '@jarvis/core';

/** The resources that one network holds. */
export interface Network {
  connections: number;
}

/** Counts the connections of each network; a proxy's connections carry the requests of many and belong to none. */
export class Networks {
  readonly #isProxy: (address: string) => boolean;
  readonly #byName = new Map<string, Network>();
  readonly #bySocket = new WeakMap<Socket, Network>();

  constructor(isProxy: (address: string) => boolean) {
    this.#isProxy = isProxy;
  }

  /** Counts a connection until it closes. Undefined: it is a proxy's. */
  join(socket: Socket): Network | undefined {
    const address = socket.remoteAddress ?? '';
    if (this.#isProxy(address)) return undefined;
    const name = networkOf(address);
    const network = this.#byName.get(name) ?? { connections: 0 };
    this.#byName.set(name, network);
    this.#bySocket.set(socket, network);
    network.connections += 1;
    socket.once('close', () => {
      network.connections -= 1;
      if (network.connections === 0) this.#byName.delete(name);
    });
    return network;
  }

  of(socket: Socket): Network | undefined {
    return this.#bySocket.get(socket);
  }
}
