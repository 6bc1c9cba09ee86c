/** The quantile of figures in ascending order; `part` is from 0 to 1. */
export function quantile(ascending: readonly number[], part: number): number {
  const index = Math.min(ascending.length - 1, Math.max(0, Math.ceil(ascending.length * part) - 1));
  return ascending[index] ?? Number.NaN;
}

export function median(figures: readonly number[]): number {
  return quantile(ascending(figures), 0.5);
}

export function ascending(figures: readonly number[]): number[] {
  return [...figures].sort((a, b) => a - b);
}

/** `1.23 (1.10–1.31)`: the median and the range of the rounds. */
export function withSpread(figures: readonly number[]): string {
  const sorted = ascending(figures);
  const show = (value: number | undefined) => (value ?? Number.NaN).toFixed(2);
  return `${show(median(sorted))} (${show(sorted[0])}–${show(sorted.at(-1))})`;
}
