import type { Queries } from '@jarvis/database';
import type { Clock } from '../ports/deps.ts';
import { insertOauthState, takeOauthState } from './queries.ts';
import { fingerprint, newSecretToken } from './secret-tokens.ts';

type Store = { readonly db: Queries; readonly clock: Clock };

/** A sign-in at an identity provider that has begun. */
export interface Flow {
  /** Goes to the provider and comes back. */
  readonly state: string;
  /** Stays in the browser as a cookie: a state that somebody else began is of no use here. */
  readonly browserToken: string;
  readonly codeVerifier: string;
  readonly nonce: string;
}

/** What a flow has kept for its end. */
export interface FinishedFlow extends Pick<Flow, 'codeVerifier' | 'nonce'> {
  /** The fingerprint of an invitation's token. */
  readonly invitation: string | undefined;
}

export const flowMinutes = 10;

/**
 * Begins a sign-in, good once and for ten minutes. A browser that has a token keeps it, so that sign-ins in
 * two of its tabs do not spoil each other. `invitation` is the token of the link that the person came with, if any.
 */
export async function beginFlow(
  { db, clock }: Store,
  provider: string,
  browserToken: string | undefined,
  invitation?: string,
): Promise<Flow> {
  const flow = {
    state: newSecretToken(),
    browserToken: browserToken ?? newSecretToken(),
    codeVerifier: newSecretToken(),
    nonce: newSecretToken(),
  };
  await insertOauthState(db, {
    id: fingerprint(flow.state),
    provider,
    browser: fingerprint(flow.browserToken),
    codeVerifier: flow.codeVerifier,
    nonce: flow.nonce,
    invitation: invitation === undefined ? null : fingerprint(invitation),
    expiresAt: new Date(clock.now() + flowMinutes * 60_000).toISOString(),
  });
  return flow;
}

/**
 * Uses the flow up. Undefined when the state is unknown, used, expired, of another provider, or was begun by
 * another browser.
 */
export async function finishFlow(
  { db, clock }: Store,
  provider: string,
  state: string,
  browserToken: string,
): Promise<FinishedFlow | undefined> {
  const taken = await takeOauthState.first(db, {
    id: fingerprint(state),
    provider,
    browser: fingerprint(browserToken),
  });
  if (!taken || Date.parse(taken.expiresAt) <= clock.now()) return undefined;
  const { codeVerifier, nonce, invitation } = taken;
  return { codeVerifier, nonce: nonce ?? '', invitation: invitation ?? undefined };
}
