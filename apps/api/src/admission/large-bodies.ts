import type { IncomingMessage } from 'node:http';
import { limits } from '@jarvis/contract';
import { chatBodyBytesMax, importBodyBytesMax, v1BodyBytesMax } from '../http/request/request-body.ts';
import type { AdmissionLimits } from './capacity.ts';
import type { Networks } from './networks.ts';

export interface LargeBody {
  readonly req: IncomingMessage;
  readonly network: string | undefined;
  readonly announced: number;
  readonly since: number;
  /** Bytes that the connection had received before this body. */
  readonly readBefore: number;
}

/** The bytes of request bodies in memory (resource exhaustion). */
export class LargeBodies {
  readonly #limits: AdmissionLimits;
  readonly #networks: Networks;
  readonly #held = new Set<LargeBody>();

  constructor(limits: AdmissionLimits, networks: Networks) {
    this.#limits = limits;
    this.#networks = networks;
  }

  /** The body of a request; undefined if it is small. Without a length, the maximum of a chat is assumed. */
  of(req: IncomingMessage): LargeBody | undefined {
    const bytes = isChunked(req) ? chatBodyBytesMax : Number(req.headers['content-length'] ?? 0);
    if (bytes <= this.#limits.smallBodyBytes) return undefined;
    return {
      req,
      network: this.#networks.of(req.socket),
      announced: Math.min(bytes, heldBytesMax(req)),
      since: performance.now(),
      readBefore: req.socket.bytesRead,
    };
  }

  hasRoomFor({ announced, network }: LargeBody): boolean {
    const { bodyBytesMax, networkBodyShare, slowBodyMs } = this.#limits;
    const slowBefore = performance.now() - slowBodyMs;
    let bytes = announced;
    let networkBytes = announced;
    for (const body of this.#held) {
      const counted = body.since > slowBefore ? body.announced : arrivedBytes(body);
      bytes += counted;
      if (body.network === network) networkBytes += counted;
    }
    if (network !== undefined && networkBytes > bodyBytesMax * networkBodyShare) return false;
    return bytes <= bodyBytesMax;
  }

  /** Counts the body until the returned function is called. */
  hold(body: LargeBody): () => void {
    this.#held.add(body);
    return () => void this.#held.delete(body);
  }

  /** Disconnects the oldest senders if slow bodies exceed the limit after all, until the rest fits. */
  cutOff(): void {
    const { bodyBytesMax } = this.#limits;
    let bytes = 0;
    for (const body of this.#held) bytes += arrivedBytes(body);
    if (bytes <= bodyBytesMax) return;
    for (const body of [...this.#held].sort(sendingAndOldestFirst)) {
      if (bytes <= bodyBytesMax) return;
      bytes -= arrivedBytes(body);
      body.req.socket.destroy();
    }
  }
}

/** A complete body counts at its announced size: the bytes that came with its head are unknown until then. */
const arrivedBytes = ({ req, announced, readBefore }: LargeBody): number =>
  req.complete && !isChunked(req)
    ? announced
    : Math.min(heldBytesMax(req), req.socket.bytesRead - readBefore);

/** A whole file is stored part by part as it arrives. */
function heldBytesMax(req: IncomingMessage): number {
  if (isFileUpload(req)) return limits.filePartBytes;
  return req.url?.startsWith('/v1/') ? v1BodyBytesMax : importBodyBytesMax;
}

export const isFileUpload = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'POST' && /^\/(?:api|v1)\/files(?:\?|$)/.test(url);

const isChunked = ({ headers }: IncomingMessage): boolean => headers['transfer-encoding'] !== undefined;

const sendingAndOldestFirst = (one: LargeBody, other: LargeBody): number =>
  Number(one.req.complete) - Number(other.req.complete) || one.since - other.since;
