import { cutKeys } from '../../auth/api-key-format.ts';

/**
 * A prompt with each API key in its texts cut to its prefix. A key that somebody pasted goes to no provider, and no
 * reply can repeat it. Specification: Authentication, rule 6.
 */
export function cutKeysIn<T>(value: T): T {
  return cut(value) as T;
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') return cutKeys(value);
  // Copied only where a key is, since nearly no prompt has one.
  if (Array.isArray(value)) return value.some((part) => cut(part) !== part) ? value.map(cut) : value;
  // Files are bytes and addresses.
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  let clean = value;
  for (const [name, part] of Object.entries(value)) {
    const without = cut(part);
    if (without !== part) clean = { ...clean, [name]: without };
  }
  return clean;
}
