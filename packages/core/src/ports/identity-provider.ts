/** A person as an identity provider knows them. */
export interface ProvidedIdentity {
  readonly provider: ProviderName;
  /** Lasting and never given to somebody else, in contrast to the address. */
  readonly subject: string;
  readonly email: string | undefined;
  /** Whether the provider says that the address is this person's. */
  readonly emailVerified: boolean;
  readonly displayName: string | undefined;
}

export type ProviderName = 'google' | 'github';

/** What a sign-in under way has kept for its return. */
export interface FlowSecrets {
  readonly codeVerifier: string;
  readonly nonce: string;
}

/** An identity provider. Both methods throw `IdentityProviderFailed` and have a deadline of their own. */
export interface IdentityProvider {
  readonly name: ProviderName;
  /** RFC 9207: a response that names its issuer must name the one that was asked. Undefined: it never does. */
  readonly issuer: string | undefined;
  /** Where the person is sent to. */
  authorizationUrl(flow: FlowSecrets & { readonly state: string }): Promise<URL>;
  /** Who came back with this code. */
  identify(code: string, flow: FlowSecrets): Promise<ProvidedIdentity>;
}

/** A provider that cannot be reached, answers with an error, or sends what nobody can read. */
export class IdentityProviderFailed extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.name = 'IdentityProviderFailed';
  }
}
