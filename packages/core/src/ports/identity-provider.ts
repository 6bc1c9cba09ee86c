/** A person as an identity provider knows them. */
export interface ProvidedIdentity {
  readonly provider: ProviderName;
  /** Permanent and never reassigned, unlike the address. */
  readonly subject: string;
  readonly email: string | undefined;
  /** Whether the provider has verified the person's address. */
  readonly emailVerified: boolean;
  readonly displayName: string | undefined;
}

export type ProviderName = 'google' | 'github';

/** The stored secrets of a sign-in in progress. */
export interface FlowSecrets {
  readonly codeVerifier: string;
  readonly nonce: string;
}

/** An identity provider. Both methods throw `IdentityProviderFailed` and have their own deadline. */
export interface IdentityProvider {
  /** RFC 9207: a response that names its issuer must name this one. Undefined: it never names one. */
  readonly issuer: string | undefined;
  /** The address of the redirect to the provider. */
  authorizationUrl(flow: FlowSecrets & { readonly state: string }): Promise<URL>;
  /** The identity of the person with this code. */
  identify(code: string, flow: FlowSecrets): Promise<ProvidedIdentity>;
}

/** The error codes for the sign-in page. Specification: Account. */
type ProviderFailureCode = 'config' | 'state' | 'denied' | 'provider' | 'email' | 'server';

export class ProviderSignInFailed extends Error {
  readonly failure: ProviderFailureCode;

  constructor(failure: ProviderFailureCode, reason: string, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.name = 'ProviderSignInFailed';
    this.failure = failure;
  }
}

/** A provider that is unreachable, answers with an error, or sends unreadable data. */
export class IdentityProviderFailed extends ProviderSignInFailed {
  constructor(reason: string, cause?: unknown) {
    super('provider', reason, cause);
  }
}
