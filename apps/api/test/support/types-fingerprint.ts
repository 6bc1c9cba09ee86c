import { createHash } from 'node:crypto';

/** Differs between documents with different generated types. */
export function typesFingerprint(document: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(withoutWords(document)))
    .digest('hex')
    .slice(0, 16);
}

/** Descriptions and examples do not affect types. */
export function withoutWords<T>(part: T): T {
  const words = new Set(['description', 'summary', 'examples', 'example']);
  return JSON.parse(JSON.stringify(part, (key, value) => (words.has(key) ? undefined : value)));
}
