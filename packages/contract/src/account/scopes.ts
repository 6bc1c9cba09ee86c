import { z } from 'zod';

/** The rights of a connected program, in display order. Specification: Connected programs. */
export const scopes = ['tasks', 'tasks:write', 'conversations', 'ask', 'memories', 'lookups'] as const;
export const scope = z.enum(scopes);
export type Scope = z.infer<typeof scope>;

/** Private data of the account: not ticked by default, and requested only by name. */
export const unusualScopes: readonly Scope[] = ['memories', 'lookups'];

/** The scopes that programs are advised to request, and the default without any. */
export const usualScopes: readonly Scope[] = scopes.filter((name) => !unusualScopes.includes(name));

/** The valid scopes among the names, once each and in order. */
export const scopesAmong = (names: readonly string[]): Scope[] =>
  scopes.filter((name) => names.includes(name));
