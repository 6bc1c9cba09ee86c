import type { StoreDeps } from '../ports/deps.ts';
import type { FlowSecrets } from '../ports/identity-provider.ts';
import { insertOauthState, takeOauthState } from './queries.ts';
import { fingerprint, newSecretToken } from './secret-tokens.ts';

/** A sign-in at an identity provider in progress. */
export interface Flow extends FlowSecrets {
  /** Sent to the provider, which returns it. */
  readonly state: string;
  /** Stays in the browser as a cookie, so that another person's state is useless here. */
  readonly browserToken: string;
}

/** The stored part of a flow. */
export interface FinishedFlow extends FlowSecrets {
  /** The hash of an invitation's token. */
  readonly invitation: string | undefined;
}

export const flowMinutes = 10;

/**
 * Begins a sign-in, valid once and for ten minutes. A browser keeps its existing token, so that sign-ins in two of
 * its tabs do not conflict. `invitation` is the token of the person's invitation link, if any.
 */
export async function beginFlow(
  { db, clock }: StoreDeps,
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
 * Uses up the flow. Undefined when the state is unknown, used, expired, of another provider, or from another browser.
 */
export async function finishFlow(
  { db, clock }: StoreDeps,
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
