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
 * answers, and with one `default` in place of an operation's errors, which all have the same form.
 */
export function forTypes<T>(document: T): T {
  const left = new Set(['description', 'summary', 'examples', 'example', 'headers']);
  return JSON.parse(
    JSON.stringify(document, (key, value) => {
      if (left.has(key)) return undefined;
      if (key !== 'responses') return value;
      const { errors = [], others = [] } = Object.groupBy(Object.entries(value), ([status]) =>
        status >= '400' ? 'errors' : 'others',
      );
      return Object.fromEntries([...others, ...errors.slice(0, 1).map(([, error]) => ['default', error])]);
    }),
  );
}
