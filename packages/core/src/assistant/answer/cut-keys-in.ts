import { cutKeys } from '../../auth/api-key-format.ts';

/**
 * A prompt with each API key in its texts cut to its prefix, so that a pasted key reaches no provider and no reply
 * repeats it. Specification: Authentication, rule 6.
 */
export function cutKeysIn<T>(value: T): T {
  return cut(value) as T;
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') return cutKeys(value);
  // Copied only if it has a key, which nearly no prompt does.
  if (Array.isArray(value)) return value.some((part) => cut(part) !== part) ? value.map(cut) : value;
  // Files are bytes and addresses.
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const parts = value as Record<string, unknown>;
  let clean = parts;
  for (const name in parts) {
    const without = cut(parts[name]);
    if (without !== parts[name]) clean = { ...clean, [name]: without };
  }
  return clean;
}
