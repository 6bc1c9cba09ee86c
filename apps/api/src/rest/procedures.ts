import { appRouter, type ProcedureMeta } from '@jarvis/core';
import type { AnyRouter } from '@trpc/server';

/** A procedure with a documented path. */
export interface DocumentedProcedure {
  /** Such as `tasks.update`. */
  readonly name: string;
  readonly openapi: NonNullable<ProcedureMeta['openapi']>;
  readonly meta: ProcedureMeta;
  readonly type: 'query' | 'mutation';
  readonly takesInput: boolean;
}

/** All procedures that have a documented path. */
export function documentedProcedures(): DocumentedProcedure[] {
  const router: AnyRouter = appRouter;
  return Object.entries(router._def.procedures).flatMap(([name, procedure]) => {
    const { meta, type, inputs } = (procedure as unknown as { _def: Definition })._def;
    return meta?.openapi ? [{ name, openapi: meta.openapi, meta, type, takesInput: inputs.length > 0 }] : [];
  });
}

interface Definition {
  readonly meta?: ProcedureMeta;
  readonly type: 'query' | 'mutation';
  readonly inputs: readonly unknown[];
}
