/** One fixed window of the table of rates. Specification: Limits. */
export interface Rate {
  /** Requests that are served within one window. */
  readonly limit: number;
  readonly windowSeconds: number;
}

/**
 * Rate limits by operation. They count per account, whichever key or session is used;
 * `…PerNetwork` counts per client network address (IPv6: per /64), `…PerEmail` per e-mail address.
 */
export const rates = {
  chat: { limit: 40, windowSeconds: 60 },
  taskWrites: { limit: 60, windowSeconds: 60 },
  memoryWrites: { limit: 60, windowSeconds: 60 },
  /** Of these two no program needs more, and one that goes wrong fills no disk in an hour. */
  messageWrites: { limit: 600, windowSeconds: 60 },
  conversationWrites: { limit: 600, windowSeconds: 60 },
  keyCreation: { limit: 10, windowSeconds: 60 },
  signInPerNetwork: { limit: 30, windowSeconds: 60 },
  /** From all networks together: many machines cannot work on one account, and one cannot lock its owner out. */
  signInPerEmail: { limit: 100, windowSeconds: 60 },
  /** Of a signed-in person, for a new password or to close the account. */
  passwordChecks: { limit: 30, windowSeconds: 60 },
  registrationPerNetwork: { limit: 15, windowSeconds: 60 },
  resetRequestPerEmail: { limit: 3, windowSeconds: 900 },
  resetRequestPerNetwork: { limit: 30, windowSeconds: 900 },
} as const satisfies Record<string, Rate>;

export type RateName = keyof typeof rates;
