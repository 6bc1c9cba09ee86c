import type { Scope } from '@jarvis/contract';

/** A scope's key in the catalogs: a path must not contain a colon. */
export const scopeText = (scope: Scope) => (scope === 'tasks:write' ? 'tasksWrite' : scope);
