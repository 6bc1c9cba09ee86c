import type { Scope, User } from '@jarvis/contract';

interface Account {
  readonly userId: string;
  readonly user: User;
}

export interface KeyCaller extends Account {
  readonly via: 'key';
  readonly keyId: string;
}

export interface SessionCaller extends Account {
  readonly via: 'session';
  readonly sessionId: string;
  /** When the person last proved who they are. */
  readonly signedInAt: string;
}

/** A program that a person has connected, with the rights that they ticked. */
export interface GrantCaller extends Account {
  readonly via: 'grant';
  readonly grantId: string;
  readonly scopes: readonly Scope[];
}

/** The account of a request, and the credential by which it calls. */
export type Caller = KeyCaller | SessionCaller | GrantCaller;
