/**
 * A UUIDv7, so that ids are in chronological order. Not `crypto.randomUUID`, which is missing on a page loaded by
 * http from another machine.
 */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  const random = [...crypto.getRandomValues(new Uint8Array(10))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  const variant = (8 + (Number.parseInt(random.charAt(0), 16) & 3)).toString(16);
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${random.slice(1, 4)}`,
    variant + random.slice(4, 7),
    random.slice(8),
  ].join('-');
}

/** The time of a UUIDv7, in milliseconds since 1970; undefined for other ids. */
export const timeOfId = (id: string): number | undefined =>
  id.charAt(14) === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined;
