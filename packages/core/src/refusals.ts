import { shownRefusals } from '@jarvis/contract';

/** The errors of refused callers; the OpenAPI document shows the same texts. */
export const refusals = {
  noCredential: 'Sign in or send an API key.',
  otherAccount: 'Another account is signed in. Reload the page.',
  sessionNeeded: 'Sign in with a browser session to use this.',
  invalidKey: 'Invalid API key.',
  invalidGrant: 'The connection of this program has ended. Connect it again.',
  tooManyAtOnce: 'Too many requests of this account at the same time. Try again in a moment.',
  restricted: shownRefusals.restricted,
  notGranted: 'The person has not allowed this program to do that.',
  otherBrowser: 'This request was started in another browser or account.',
  operatorNeeded: shownRefusals.operatorNeeded,
} as const;
