import { z } from 'zod';

/**
 * What a connected program may do, in the order in which it is shown and told. The consent page has their words.
 * Specification: Connected programs.
 */
export const scopes = ['tasks', 'tasks:write', 'conversations', 'ask', 'memories', 'lookups'] as const;
export const scope = z.enum(scopes);
export type Scope = z.infer<typeof scope>;

/** What is told of the account itself: never ticked at first, and only asked for by name. */
export const unusualScopes: readonly Scope[] = ['memories', 'lookups'];

/** What a program is told to ask for, and what it gets to ask for when it names nothing. */
export const usualScopes: readonly Scope[] = scopes.filter((name) => !unusualScopes.includes(name));

/** Those of the names that are scopes, once each and in their order. */
export const scopesAmong = (names: readonly string[]): Scope[] =>
  scopes.filter((name) => names.includes(name));
