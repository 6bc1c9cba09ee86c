import type { Message, Rate, RateName } from '@jarvis/contract';
import type { Deps } from './ports/deps.ts';
import type { TurnObserver } from './ports/turns.ts';

/** What the caller brought to say who they are. */
export interface Credentials {
  /** What follows `Bearer ` in the Authorization header; when it is there, it decides alone. */
  readonly bearer?: string | undefined;
  /** The access token of a connected program; only where programs with a grant are served, it decides alone. */
  readonly grant?: string | undefined;
  /** The value of the session cookie. */
  readonly sessionToken?: string | undefined;
}

/** How a window stands after a request was counted in it. */
export interface RateState {
  readonly name: RateName;
  readonly subject: string;
  readonly rate: Rate;
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
  /** When the window began that the request was counted in; undefined when it was refused. */
  readonly startedAt: string | undefined;
  /** True when the request was refused, and so not counted. */
  readonly refused: boolean;
}

/** What a procedure tells its transport beside its result. */
export interface Answer {
  /** The window that this call counted in, for the RateLimit headers; the fullest one when there are several. */
  rateLimit?: RateState;
  /** Whose call it was, for the log. */
  accountId?: string;
  /** Where the list that was read goes on: the cursor of its next page. */
  next?: string | undefined;
  /** The result is that of an earlier request with the same Idempotency-Key. */
  replayed?: true;
  /** Calls that wait for others of the same account, and for how long they did: no work of this process. */
  queued?: number;
  queuedMs?: number;
  /** What a long conversation goes on with, to be sent after the result. */
  further?: Further | undefined;
  /** A cookie to set: a new session, or null when the session ended. */
  session?: { readonly token: string; readonly expiresAt: string } | null;
}

/** Messages that are read as they are taken. */
export interface Further {
  /** Another text after every change to them. */
  readonly version: string;
  readonly messages: AsyncIterable<readonly Message[]>;
}

/** One request, whichever way it came: a plain object, since tRPC copies it for each rung. */
export interface Context {
  readonly deps: Deps;
  readonly credentials: Credentials;
  /** Network address of the client, as far as TRUST_PROXY lets it be known. */
  readonly clientAddress: string;
  readonly userAgent: string | undefined;
  readonly requestId: string;
  /** Why the transport could not read the request; raised after credential, restriction and limit. */
  readonly requestProblem: string | undefined;
  /**
   * Takes the body, of which somebody without a credential may send less. What that resolves with parses it, after the
   * rate limit: its fields are the input's, beside those that the transport has found already. Throws badRequest.
   */
  readonly receiveBody?: ((isKnown: boolean) => Promise<() => object>) | undefined;
  /** Whether the client can read the answer of a mutation that streams. */
  readonly readsStreams?: boolean | undefined;
  /** The same for the same request sent again: it is carried out once. */
  readonly idempotencyKey?: string | undefined;
  /** How often the client says that it has sent the same request before; undefined where it does not count. */
  readonly retryCount?: number | undefined;
  /** Whether the transport sends `answer.further`. */
  readonly takesFurther?: boolean | undefined;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  readonly answer: Answer;
  /** How the window stands that the rung has counted this call in. Of the call: a batch shares all else. */
  readonly counted?: RateState | undefined;
  /** Who hears of the reply of a turn that is taken within the call. */
  readonly observer?: TurnObserver | undefined;
}
