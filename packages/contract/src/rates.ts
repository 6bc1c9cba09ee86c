/** A fixed window of the rate limits. Specification: Limits. */
export interface Rate {
  /** Requests served within one window. */
  readonly limit: number;
  readonly windowSeconds: number;
}

const inAMinute = (limit: number, counted: string) => ({ limit, windowSeconds: 60, counted });
const in15Minutes = (limit: number, counted: string) => ({ limit, windowSeconds: 900, counted });

/**
 * Rate limits by operation. They count per account, over all its keys and sessions; `…PerNetwork` counts per client
 * network address (IPv6: per /64), `…PerEmail` per e-mail address. `counted` names the requests in the OpenAPI
 * document.
 */
export const rates = {
  chat: inAMinute(40, 'chat requests'),
  taskWrites: inAMinute(60, 'tasks created, changed and deleted'),
  /** Enough for previews while typing. */
  timeReads: inAMinute(240, 'time calculations'),
  memoryWrites: inAMinute(60, 'memories changed and deleted'),
  /** Enough for any program, and a faulty one cannot fill the disk in an hour. */
  messageWrites: inAMinute(600, 'messages stored'),
  conversationWrites: inAMinute(600, 'conversations created, renamed and imported'),
  fileUploads: inAMinute(60, 'files uploaded'),
  /** Calls of connecting programs: tokens, revocations. */
  grantCallsPerNetwork: inAMinute(60, 'calls of programs that connect'),
  /** Anybody can register a program: a flood must not use up the token refreshes of others in the network. */
  programRegistrationPerNetwork: inAMinute(30, 'programs registered'),
  grantDecisions: inAMinute(20, 'programs shown to a person and decided on'),
  outsideWrites: inAMinute(30, 'webhooks and push subscriptions changed and tested'),
  mailConfirmations: in15Minutes(3, 'confirmation mails'),
  unsubscribesPerNetwork: inAMinute(30, 'links to end mail used'),
  keyCreation: inAMinute(10, 'keys created'),
  calendarFeedCreation: inAMinute(10, 'calendar addresses created'),
  calendarReads: inAMinute(20, 'calendars read'),
  unknownCalendarsPerNetwork: inAMinute(30, 'unknown calendar addresses'),
  signInPerNetwork: inAMinute(30, 'sign-ins'),
  /** Over all networks, against a distributed attack; high enough that nobody locks the owner out alone. */
  signInPerEmail: inAMinute(100, 'sign-ins'),
  /** In a session, for a new password or for closing the account. */
  passwordChecks: inAMinute(30, 'password checks'),
  registrationPerNetwork: inAMinute(15, 'registrations'),
  resetRequestPerEmail: in15Minutes(3, 'reset requests'),
  resetRequestPerNetwork: in15Minutes(30, 'reset requests'),
};

export type RateName = keyof typeof rates;
