import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TextStreamPart, ToolSet } from 'ai';

type Part = TextStreamPart<ToolSet>;

/** Maximum time in ms for ready parts of one reply before other replies get the thread. */
const sliceMs = 5;

/**
 * The parts of a reply, with ready text joined to one piece. Otherwise a model that writes faster than its parts are
 * processed would hold the thread until its reply is complete.
 */
export async function* paced(parts: AsyncIterator<Part>): AsyncGenerator<Part> {
  let coming: Promise<IteratorResult<Part>> | undefined;
  let text: Extract<Part, { type: 'text-delta' }> | undefined;
  try {
    for (;;) {
      coming ??= parts.next();
      let next: IteratorResult<Part> | undefined = await coming;
      const turnOver = nextTurn(undefined);
      const sliceEndsAt = performance.now() + sliceMs;
      while (next) {
        coming = undefined;
        if (next.done) return;
        const part = next.value;
        if (part.type === 'text-delta') text = text ? { ...text, text: text.text + part.text } : part;
        else {
          if (text) yield text;
          text = undefined;
          yield part;
        }
        if (performance.now() > sliceEndsAt) break;
        coming = parts.next();
        next = await Promise.race([coming, turnOver]);
      }
      if (text) yield text;
      text = undefined;
      if (!coming) await myTurn();
    }
  } finally {
    if (text) yield text;
  }
}

/** Of the replies that have used up their slice, one continues in each turn of the event loop. */
let lastTurn = Promise.resolve();

function myTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextTurn());
  return lastTurn;
}
