import { appRouter, type ProcedureMeta } from '@jarvis/core';
import { generateOpenApiDocument } from 'trpc-to-openapi';

/** A procedure with a documented path, as its meta describes it. */
export type DocumentedOperation = ProcedureMeta & { readonly openapi: NonNullable<ProcedureMeta['openapi']> };

const operations = new Map<string, DocumentedOperation>();

/**
 * All documented operations by method and path (`GET /api/tasks`), collected through trpc-to-openapi's filter, which
 * admits none into a document.
 */
export const documentedOperations: ReadonlyMap<string, DocumentedOperation> = operations;

generateOpenApiDocument<ProcedureMeta>(appRouter, {
  title: '',
  version: '',
  baseUrl: '/',
  filter: ({ metadata }) => {
    operations.set(`${metadata.openapi.method} /api${metadata.openapi.path}`, metadata);
    return false;
  },
});
