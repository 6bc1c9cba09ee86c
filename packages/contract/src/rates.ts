/** One fixed window of the table of rates. Specification: Limits. */
export interface Rate {
  /** Requests that are served within one window. */
  readonly limit: number;
  readonly windowSeconds: number;
}

/**
 * Rate limits by operation. They count per account, whichever key or session is used;
 * `…PerNetwork` counts per client network address (IPv6: per /64), `…PerEmail` per e-mail address.
 * `counted` names the requests in the OpenAPI document.
 */
export const rates = {
  chat: { limit: 40, windowSeconds: 60, counted: 'chat requests' },
  taskWrites: { limit: 60, windowSeconds: 60, counted: 'tasks created, changed and deleted' },
  memoryWrites: { limit: 60, windowSeconds: 60, counted: 'memories changed and deleted' },
  /** Of these two no program needs more, and one that goes wrong fills no disk in an hour. */
  messageWrites: { limit: 600, windowSeconds: 60, counted: 'messages stored' },
  conversationWrites: {
    limit: 600,
    windowSeconds: 60,
    counted: 'conversations created, renamed and imported',
  },
  /** Of programs that connect: registrations, tokens, revocations. */
  grantCallsPerNetwork: { limit: 60, windowSeconds: 60, counted: 'calls of programs that connect' },
  grantDecisions: { limit: 20, windowSeconds: 60, counted: 'programs shown to a person and decided on' },
  keyCreation: { limit: 10, windowSeconds: 60, counted: 'keys created' },
  signInPerNetwork: { limit: 30, windowSeconds: 60, counted: 'sign-ins' },
  /** From all networks together: many machines cannot work on one account, and one cannot lock its owner out. */
  signInPerEmail: { limit: 100, windowSeconds: 60, counted: 'sign-ins' },
  /** Of a signed-in person, for a new password or to close the account. */
  passwordChecks: { limit: 30, windowSeconds: 60, counted: 'password checks' },
  registrationPerNetwork: { limit: 15, windowSeconds: 60, counted: 'registrations' },
  resetRequestPerEmail: { limit: 3, windowSeconds: 900, counted: 'reset requests' },
  resetRequestPerNetwork: { limit: 30, windowSeconds: 900, counted: 'reset requests' },
} as const satisfies Record<string, Rate & { readonly counted: string }>;

export type RateName = keyof typeof rates;
