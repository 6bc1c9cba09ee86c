import { inject } from 'vitest';
import { within } from './within.ts';

/** Calls the stage's server: see `server.ts`. */
export async function behindTheStage(
  path: 'open' | 'shut' | 'person' | 'mails' | 'fill' | 'forget' | 'crowd' | 'spend' | 'cut' | 'mend',
  name = '',
): Promise<{ mails: string[] }> {
  const asked = fetch(`${inject('controlUrl')}/${path}?name=${encodeURIComponent(name)}`);
  const answer = await within(`an answer from behind the stage to “${path} ${name}”`, asked);
  return (await answer.json()) as { mails: string[] };
}
