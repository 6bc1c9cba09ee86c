import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LanguageModelV4StreamPart as Part } from '@ai-sdk/provider';

/** Maximum time in ms for ready parts of one reply before other replies get the thread. */
const sliceMs = 5;

/** More than any tool takes. Reading it, and sending it back with each later step, would hold the thread for seconds. */
const callCharsMax = 1_000_000;

/**
 * The parts of a model's answer, with ready text joined to one piece. Otherwise a model that writes faster than its
 * parts are processed would hold the thread until its reply is complete. Before the AI SDK, which passes each part
 * through a dozen streams.
 */
export function paced(answer: ReadableStream<Part>): ReadableStream<Part> {
  const parts = joined(answer);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}

async function* joined(answer: ReadableStream<Part>): AsyncGenerator<Part, undefined> {
  const parts = answer.values();
  let coming: Promise<IteratorResult<Part>> | undefined;
  let text: Extract<Part, { type: 'text-delta' }> | undefined;
  try {
    for (;;) {
      coming ??= parts.next();
      let next: IteratorResult<Part> | undefined = await coming;
      const turnOver = nextTurn(undefined);
      const sliceEndsAt = performance.now() + sliceMs;
      while (next && !next.done) {
        coming = undefined;
        const part = next.value;
        if (part.type === 'text-delta' && part.id === text?.id) {
          text = { ...text, delta: text.delta + part.delta };
        } else {
          if (part.type === 'tool-call') requireShort(part);
          if (text) yield text;
          text = part.type === 'text-delta' ? part : undefined;
          if (!text) yield part;
        }
        if (performance.now() > sliceEndsAt) break;
        coming = parts.next();
        next = await Promise.race([coming, turnOver]);
      }
      if (text) yield text;
      text = undefined;
      if (next?.done) return undefined;
      if (!coming) await myTurn();
    }
  } catch (error) {
    if (text) yield text;
    throw error;
  } finally {
    await parts.return?.();
  }
}

function requireShort({ toolCallId, toolName, input }: Extract<Part, { type: 'tool-call' }>): void {
  if (toolCallId.length + toolName.length + input.length > callCharsMax)
    throw new Error('the model called a tool with too much text');
}

/** Of the replies that have used up their slice, one continues in each turn of the event loop. */
let lastTurn = Promise.resolve();

function myTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextTurn());
  return lastTurn;
}
