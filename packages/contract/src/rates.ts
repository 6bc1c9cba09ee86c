/** A fixed window of the rate limits. Specification: Limits. */
export interface Rate {
  /** Requests served within one window. */
  readonly limit: number;
  readonly windowSeconds: number;
}

/**
 * Rate limits by operation. They count per account, over all its keys and sessions; `…PerNetwork` counts per client
 * network address (IPv6: per /64), `…PerEmail` per e-mail address. `counted` names the requests in the OpenAPI
 * document.
 */
export const rates = {
  chat: { limit: 40, windowSeconds: 60, counted: 'chat requests' },
  taskWrites: { limit: 60, windowSeconds: 60, counted: 'tasks created, changed and deleted' },
  /** Enough for previews while typing. */
  timeReads: { limit: 240, windowSeconds: 60, counted: 'time calculations' },
  memoryWrites: { limit: 60, windowSeconds: 60, counted: 'memories changed and deleted' },
  /** Enough for any program, and a faulty one cannot fill the disk in an hour. */
  messageWrites: { limit: 600, windowSeconds: 60, counted: 'messages stored' },
  conversationWrites: {
    limit: 600,
    windowSeconds: 60,
    counted: 'conversations created, renamed and imported',
  },
  fileUploads: { limit: 60, windowSeconds: 60, counted: 'files uploaded' },
  /** Calls of connecting programs: tokens, revocations. */
  grantCallsPerNetwork: { limit: 60, windowSeconds: 60, counted: 'calls of programs that connect' },
  /** Anybody can register a program: a flood must not use up the token refreshes of others in the network. */
  programRegistrationPerNetwork: { limit: 30, windowSeconds: 60, counted: 'programs registered' },
  grantDecisions: { limit: 20, windowSeconds: 60, counted: 'programs shown to a person and decided on' },
  outsideWrites: {
    limit: 30,
    windowSeconds: 60,
    counted: 'webhooks and push subscriptions changed and tested',
  },
  mailConfirmations: { limit: 3, windowSeconds: 900, counted: 'confirmation mails' },
  unsubscribesPerNetwork: { limit: 30, windowSeconds: 60, counted: 'links to end mail used' },
  keyCreation: { limit: 10, windowSeconds: 60, counted: 'keys created' },
  calendarFeedCreation: { limit: 10, windowSeconds: 60, counted: 'calendar addresses created' },
  calendarReads: { limit: 20, windowSeconds: 60, counted: 'calendars read' },
  unknownCalendarsPerNetwork: { limit: 30, windowSeconds: 60, counted: 'unknown calendar addresses' },
  signInPerNetwork: { limit: 30, windowSeconds: 60, counted: 'sign-ins' },
  /** Over all networks, against a distributed attack; high enough that nobody locks the owner out alone. */
  signInPerEmail: { limit: 100, windowSeconds: 60, counted: 'sign-ins' },
  /** In a session, for a new password or for closing the account. */
  passwordChecks: { limit: 30, windowSeconds: 60, counted: 'password checks' },
  registrationPerNetwork: { limit: 15, windowSeconds: 60, counted: 'registrations' },
  resetRequestPerEmail: { limit: 3, windowSeconds: 900, counted: 'reset requests' },
  resetRequestPerNetwork: { limit: 30, windowSeconds: 900, counted: 'reset requests' },
} as const satisfies Record<string, Rate & { readonly counted: string }>;

export type RateName = keyof typeof rates;
