/** What callers are told who may not come in; the OpenAPI document shows the same texts. */
export const refusals = {
  noCredential: 'Sign in or send an API key.',
  sessionNeeded: 'Sign in with a browser session to use this.',
  invalidKey: 'Invalid API key.',
  tooManyAtOnce: 'Too many requests of this account at the same time. Try again in a moment.',
  restricted: 'This account is restricted. Ask the operator of this service.',
  operatorNeeded: 'Only an operator of this installation can do this.',
} as const;
