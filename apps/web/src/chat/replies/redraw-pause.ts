/** Thirty drawings a second look like writing. */
const restMsMin = 33;
/** The person sees that the reply grows; in a hidden tab, timers are slow for other reasons. */
const restMsMax = 500;

/**
 * How long a growing reply rests before it is drawn again: at any speed of the text, two thirds of the time remain for
 * what the person types and clicks, also while a long list or table grows, which is parsed anew each time.
 */
export const redrawPause = (drawnInMs: number): number =>
  Math.min(restMsMax, Math.max(restMsMin, 2 * drawnInMs));
