import { appRouter, type ProcedureMeta } from '@jarvis/core';
import type { AnyRouter } from '@trpc/server';

/** A procedure with a documented path. */
export interface DocumentedProcedure {
  /** Such as `tasks.update`. */
  readonly name: string;
  readonly openapi: NonNullable<ProcedureMeta['openapi']>;
  readonly meta: ProcedureMeta;
}

/** All procedures that have a documented path. */
export function documentedProcedures(): DocumentedProcedure[] {
  const router: AnyRouter = appRouter;
  return Object.entries(router._def.procedures).flatMap(([name, procedure]) => {
    const { meta } = (procedure as { _def: { meta?: ProcedureMeta } })._def;
    return meta?.openapi ? [{ name, openapi: meta.openapi, meta }] : [];
  });
}
