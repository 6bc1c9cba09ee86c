/** `npm run test:faults` runs every case whole; `npm test` a shortened form of each. */
export const whole = process.env.FAULTS === 'whole';

/** The amount for this form of the suite. */
export function amount(shortened: number, inWhole: number): number {
  return whole ? inWhole : shortened;
}
