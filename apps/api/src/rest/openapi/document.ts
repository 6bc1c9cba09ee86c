import { errorBody } from '@jarvis/contract';
import { appRouter } from '@jarvis/core';
import { generateOpenApiDocument } from 'trpc-to-openapi';
import { cookieName, sessionName } from '../../http/cookies.ts';
import { version } from '../../version.ts';
import { documentedOperations } from '../operations.ts';
import { withApart } from './apart.ts';
import { headersTooLarge } from './errors.ts';
import { replyPartSchema, resumedReply, streamedToo } from './event-stream.ts';
import { accountExport } from './export.ts';
import { fileTransfers } from './files.ts';
import { headers } from './headers.ts';
import { about, tags } from './introduction.ts';
import { completeOperation, withRules } from './operation.ts';
import { redirects } from './redirects.ts';
import type { Document, PathItem } from './types.ts';

/**
 * The OpenAPI 3.1 document. Schemas, summaries and paths come from the procedures through trpc-to-openapi; the rest
 * is added from the same sources: real statuses, headers, credentials, rates, errors.
 */
export function openApiDocument({ publicUrl }: { readonly publicUrl: string }): Document {
  const document = generateOpenApiDocument(appRouter, {
    title: 'Jarvis',
    version,
    description: about,
    contact: { name: 'The operator of this installation', url: publicUrl },
    license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    openApiVersion: '3.1.1',
    baseUrl: publicUrl,
    securitySchemes: securitySchemes(publicUrl),
    defs: { Error: errorBody },
  });
  document.servers = [{ url: publicUrl, description: 'This installation' }];
  document.tags = tags;
  document.paths = {
    ...withApart(streamedToo(completed(document)), { ...fileTransfers, ...resumedReply, ...accountExport }),
    ...redirects,
  };
  const components = document.components ?? {};
  document.components = {
    ...components,
    headers,
    responses: { HeadersTooLarge: headersTooLarge },
    schemas: {
      ...Object.fromEntries(
        Object.entries(components.schemas ?? {}).filter(([name]) => !name.startsWith('error.')),
      ),
      ReplyPart: replyPartSchema(),
    },
  };
  return document;
}

function securitySchemes(publicUrl: string) {
  return {
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'asst_…',
      description:
        'A personal API key, sent as `Authorization: Bearer asst_…`. Never put one into an address.',
    },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: cookieName(sessionName, publicUrl),
      description: 'The cookie that signing in and registering set: a browser session of 30 days.',
    },
  } as const;
}

/** The generated paths in their real form, each operation completed from its procedure's meta. */
function completed(document: Document): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {};
  for (const [name, meta] of documentedOperations) {
    const { openapi } = meta;
    const method = openapi.method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete';
    const operation = document.paths?.[openapi.path]?.[method];
    if (!operation) throw new Error(`${name} is missing from the generated document`);
    const path = `/api${openapi.path}`;
    paths[path] = { ...paths[path], [method]: withRules(completeOperation(operation, name, meta), meta) };
  }
  return paths;
}
