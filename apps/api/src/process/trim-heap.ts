import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'major'; flavor: 'last-resort'; execution: 'sync' }) => void;

/**
 * Returns to the system the memory that only the start needed, mostly the sources of modules. V8 would keep it:
 * without new garbage nothing makes it collect.
 */
export function trimHeap(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', flavor: 'last-resort', execution: 'sync' });
}
