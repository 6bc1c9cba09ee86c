/** A vector as it is stored. */
export interface StoredVector {
  /** The signs of its first dimensions, `bitsMax` of them, as Postgres writes them. */
  readonly bits: string;
  /** All of its dimensions, each a signed byte. */
  readonly exact: Uint8Array;
}

/** As wide as the column; a vector of fewer dimensions has zeros for the rest. */
export const bitsMax = 512;

export function storedVector(vector: readonly number[]): StoredVector {
  const largest = Math.max(...vector.map(Math.abs)) || 1;
  const bits = vector.slice(0, bitsMax).map((x) => (x > 0 ? '1' : '0'));
  const bytes = Int8Array.from(vector, (x) => Math.round((127 * x) / largest));
  return { bits: bits.join('').padEnd(bitsMax, '0'), exact: new Uint8Array(bytes.buffer) };
}

/** The cosine of the angle between two of the same dimensions: 1 for the same direction, 0 for nothing in common. */
export function likeness(vector: readonly number[], exact: Uint8Array): number {
  const bytes = new Int8Array(exact.buffer, exact.byteOffset, exact.length);
  let product = 0;
  let squares = 0;
  for (const [i, x] of vector.entries()) {
    const y = bytes[i] ?? 0;
    product += x * y;
    squares += y * y;
  }
  return product / (Math.hypot(...vector) * Math.sqrt(squares) || 1);
}
