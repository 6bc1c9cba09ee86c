import { repeat } from './housekeeping.ts';
import type { Deps } from './ports/deps.ts';
import { fire } from './time/fire.ts';

/** How often what is due is looked for; one row of an index where nothing is. */
const everyMs = 1_000;

/** Tells what is due until stopped. Several processes share the work. A failure is logged and tried again. */
export function keepTime(deps: Deps): () => Promise<void> {
  return repeat(everyMs, 'telling what is due failed', deps, fire);
}
