import type { Message, Rate, RateName } from '@jarvis/contract';
import type { Deps } from './ports/deps.ts';
import type { TurnObserver } from './ports/turns.ts';

/** The caller's credentials. */
export interface Credentials {
  /** The text after `Bearer ` in the Authorization header; if present, it alone decides. */
  readonly bearer?: string | undefined;
  /** The access token of a connected program; only where programs with a grant are served, it decides alone. */
  readonly grant?: string | undefined;
  /** The value of the session cookie. */
  readonly sessionToken?: string | undefined;
  /** The account that the caller means; empty for any. A credential of another one is refused. */
  readonly account?: string | undefined;
}

/** The state of a window after a request was counted. */
export interface RateState {
  readonly name: RateName;
  readonly subject: string;
  readonly rate: Rate;
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
  /** The start of the window in which the request was counted; undefined when it was refused. */
  readonly startedAt: string | undefined;
}

/** A procedure's results for its transport, beside its output. */
export interface AnswerDetails {
  /** The window of this call, for the RateLimit headers; the fullest of several. */
  rateLimit?: RateState;
  /** The account of the call, for the log. */
  accountId?: string;
  /** The cursor of a list's next page. */
  next?: string | undefined;
  /** The result of an earlier request with the same Idempotency-Key. */
  replayed?: true;
  /** The number of calls that wait in the queue of their account; they are no load on this process. */
  queued?: number;
  queuedMs?: number;
  /** The rest of a long conversation, to be sent after the result. */
  further?: Further | undefined;
  /** When a failed call may be repeated. */
  retryAfterSeconds?: number | undefined;
  /** A cookie to set: a new session, or null when the session ended. */
  session?: { readonly token: string; readonly expiresAt: string } | null;
}

/** Messages that are read as they are consumed. */
export interface Further {
  /** Differs after every change to the messages. */
  readonly version: string;
  readonly messages: AsyncIterable<readonly Message[]>;
}

/** One request, over any transport: a plain object, since tRPC copies it for each rung. */
export interface Context {
  readonly deps: Deps;
  readonly credentials: Credentials;
  /** The client's network, according to TRUST_PROXY: an IPv4 address, or the /64 of an IPv6 address. */
  readonly clientNetwork: string;
  readonly userAgent: string | undefined;
  readonly requestId: string;
  /** Why the transport could not parse the request; raised after credential, restriction and limit. */
  readonly requestProblem: string | undefined;
  /**
   * Receives the body, which may be smaller for an anonymous caller. Its result parses the body, after the rate
   * limit: its fields are part of the input, beside those that the transport has found already. Throws badRequest.
   */
  readonly receiveBody?: ((isKnown: boolean) => Promise<() => object>) | undefined;
  /** Whether the client can read a streamed mutation. */
  readonly readsStreams?: boolean | undefined;
  /** The same for repetitions of one request, which is carried out once. */
  readonly idempotencyKey?: string | undefined;
  /** The client's count of earlier attempts; undefined if it does not count. */
  readonly retryCount?: number | undefined;
  /** Whether the transport sends `answer.further`. */
  readonly takesFurther?: boolean | undefined;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  readonly answer: AnswerDetails;
  /** The window in which the rung counted this call. Belongs to the call: a batch shares all other fields. */
  readonly counted?: RateState | undefined;
  /** Observes the reply of a turn that is taken within the call. */
  readonly observer?: TurnObserver | undefined;
}
