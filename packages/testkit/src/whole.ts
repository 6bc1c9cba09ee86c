/** Whether tests run in their long form (`npm run test:whole`, or vitest's `--mode whole`). */
export const whole = process.env.MODE === 'whole';

/** The amount for the current form. */
export function amount(short: number, inWhole: number): number {
  return whole ? inWhole : short;
}
