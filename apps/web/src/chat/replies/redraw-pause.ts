/** Thirty drawings a second look like writing. */
const restMsMin = 33;
/** The person sees that the reply grows; in a hidden tab, timers are slow for other reasons. */
const restMsMax = 500;

/**
 * How long a growing reply rests before it is drawn again: two thirds of the time remain for what the person types
 * and clicks, less only at drawings of more than a quarter of a second.
 */
export const redrawPause = (drawnInMs: number): number =>
  Math.min(restMsMax, Math.max(restMsMin, 2 * drawnInMs));
