import type { Scope, User } from '@jarvis/contract';
import type { Access } from './ports/access.ts';

interface Account {
  readonly userId: string;
  readonly user: User;
}

type By<Via> = Account & Extract<Access, { readonly via: Via }>;

export type KeyCaller = By<'key'>;

/** `signedInAt`: when the person last proved who they are. */
export type SessionCaller = By<'session'> & { readonly signedInAt: string };

/** A program that a person has connected, with the rights that they ticked. */
export type GrantCaller = By<'grant'> & { readonly scopes: readonly Scope[] };

/** The account of a request, and the credential by which it calls. */
export type Caller = KeyCaller | SessionCaller | GrantCaller;
