import { createHash } from 'node:crypto';

/** Differs between documents with different generated types. */
export function typesFingerprint(document: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(forTypes(document)))
    .digest('hex')
    .slice(0, 16);
}

/**
 * The part of an OpenAPI document that the client's types come from: without descriptions, examples and headers of
 * answers, and with one reference in place of an operation's errors, which all have the same form.
 */
export function forTypes<T>(document: T): T {
  const left = new Set(['description', 'summary', 'examples', 'example', 'headers']);
  const types = JSON.parse(
    JSON.stringify(document, (key, value) => {
      if (left.has(key)) return undefined;
      if (key !== 'responses') return value;
      const others = Object.entries(value).filter(([status]) => status < '400');
      return Object.fromEntries([...others, ['default', { $ref: '#/components/responses/Error' }]]);
    }),
  );
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return {
    ...types,
    components: { ...types.components, responses: { Error: { description: '', content } } },
  };
}
