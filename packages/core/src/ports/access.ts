/** What the caller of a request has shown: a key, a session, or a connected program's token. */
export type Access =
  | { readonly via: 'key'; readonly keyId: string }
  | { readonly via: 'session'; readonly sessionId: string }
  | { readonly via: 'grant'; readonly grantId: string };
