/** Whether tests run whole (`npm run test:whole`, or vitest's `--mode whole`), and not in their short form. */
export const whole = process.env.MODE === 'whole';

/** The amount for the form that runs. */
export function amount(short: number, inWhole: number): number {
  return whole ? inWhole : short;
}
