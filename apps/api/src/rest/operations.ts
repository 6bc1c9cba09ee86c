import { appRouter, type ProcedureMeta } from '@jarvis/core';
import { generateOpenApiDocument } from 'trpc-to-openapi';

/** A procedure with a documented path, as its meta describes it. */
export type DocumentedOperation = ProcedureMeta & { readonly openapi: NonNullable<ProcedureMeta['openapi']> };

/** All documented operations, collected through trpc-to-openapi's filter, which admits none into a document. */
export function documentedOperations(): DocumentedOperation[] {
  const operations: DocumentedOperation[] = [];
  generateOpenApiDocument<ProcedureMeta>(appRouter, {
    title: '',
    version: '',
    baseUrl: '/',
    filter: ({ metadata }) => {
      operations.push(metadata);
      return false;
    },
  });
  return operations;
}
