/** The capacity of one process. Requests beyond it are refused at once, so that admitted ones stay quick. */
export const admissionLimits = {
  /** Concurrent requests that the database answers; starts at half, and grows while they are quick. */
  workingMax: 500,
  /** If they take longer on average, fewer are admitted, down to `workingMin`, so that they become quick again. */
  workingMsMax: 500,
  /** Always admitted, however long requests take. */
  workingMin: 32,
  /** Requests that wait for a model, a mail server or a password hash; they are cheap to hold. */
  waitingMax: 1_000,
  /** Large bodies in memory, received or arriving. */
  bodyBytesMax: 64 * 1024 * 1024,
  /** The maximum share of one network. */
  networkBodyShare: 0.25,
  /**
   * A new body counts at its announced size; after this time, at the bytes received, so that an idle sender cannot
   * reserve memory.
   */
  slowBodyMs: 500,
  /** Smaller bodies are not counted. */
  smallBodyBytes: 16 * 1024,
  /** Above this, idle connections are closed, and each new one gets a single answer, a 503. */
  connectionsMax: 4_000,
  /** The maximum share of one network. */
  networkConnectionShare: 0.1,
  /** Per lane: unread bytes of slow readers' answers; above this, connections of slow readers are closed. */
  unreadBytesMax: 64 * 1024 * 1024,
  /** A connection that retries before Retry-After, or sends a large body in vain, is not read for this long. */
  pauseMs: 1_000,
} as const;

export type AdmissionLimits = { readonly [K in keyof typeof admissionLimits]: number };

/** The Retry-After of a refusal. */
export const toldToWaitMs = 1_000;
/** How often the number of admitted requests is adapted. */
export const adaptMs = 100;
/** How often the precise count of a lane is taken while the rough one exceeds its limit. */
export const recountMs = 20;
