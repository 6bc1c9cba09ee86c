/** A call of an address that a person or a browser named. */
export interface OutsideCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface OutsideAnswer {
  readonly status: number;
  /** The header `Retry-After`, if it was sent. */
  readonly retryAfter: string | null;
}

/** Calls of addresses that are not trusted (server-side request forgery). */
export interface Outside {
  /**
   * Why such an address is never called, as far as its text tells: `https` unless the operator lists host and port, no
   * credentials, no private address. Undefined if it may be.
   */
  problemOf(url: string): string | undefined;
  /** Whether the operator lists this host and port. */
  isListed(url: string): boolean;
  /**
   * Posts, and follows no redirect. Throws within 5 s without an answer, and for a name with a private address
   * (ConnectionFailed).
   */
  post(call: OutsideCall): Promise<OutsideAnswer>;
}

/** The pair of keys with which the installation signs its pushes (VAPID), in base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface PushMessage {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly payload: string;
  /** Replaces an undelivered message of the same topic. */
  readonly topic: string;
  readonly ttlSeconds: number;
  /** Who sends: an https or mailto address. */
  readonly subject: string;
  readonly keys: PushKeys;
}

/** The protocol of Web Push: encryption and signature. */
export interface PushProtocol {
  newKeys(): Promise<PushKeys>;
  /** Throws for keys of a browser that are not valid. */
  callOf(message: PushMessage): Promise<OutsideCall>;
}
