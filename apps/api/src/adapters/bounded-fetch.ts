import { addAbortListener } from 'node:events';

/** A body that is larger than any answer of such a service; reading it would fill the memory. */
export class AnswerTooLarge extends Error {}

/**
 * `fetch` without redirects, which would carry the key and people's texts to an unconfigured address; the body fails
 * with AnswerTooLarge after `bytesMax`, and ends after the piece for which the test that `endings` makes is true. From
 * then on `signal` aborts nothing: it would close the connection, which can serve the next request.
 */
export const boundedFetch =
  (bytesMax: number, endings?: () => (piece: Uint8Array) => boolean): typeof fetch =>
  async (url, init) => {
    const request = new AbortController();
    const { signal } = init ?? {};
    const heeded = signal && addAbortListener(signal, () => request.abort(signal.reason));
    const response = await fetch(url, { ...init, redirect: 'error', signal: request.signal });
    if (!response.body) return response;
    const isLast = endings?.();
    const ends = (piece: Uint8Array) => {
      const isOver = isLast?.(piece) === true;
      if (isOver) heeded?.[Symbol.dispose]();
      return isOver;
    };
    return new Response(bounded(response.body, bytesMax, ends), response);
  };

/** After its last piece a body gets this long to end, in ms; then its connection is closed. */
const endMs = 1_000;

/** Not a TransformStream: when that fails, its source is not cancelled. */
function bounded(
  body: ReadableStream<Uint8Array>,
  bytesMax: number,
  isLast: (piece: Uint8Array) => boolean,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      bytes += value.byteLength;
      if (bytes <= bytesMax) {
        controller.enqueue(value);
        if (!isLast(value)) return;
        controller.close();
        return readToEnd(reader);
      }
      const tooMuch = new AnswerTooLarge(`The answer has more than ${bytesMax} bytes.`);
      controller.error(tooMuch);
      await reader.cancel(tooMuch);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** So that the connection can serve another request. A connection lost meanwhile fails nothing: the answer is complete. */
async function readToEnd(reader: ReadableStreamDefaultReader): Promise<void> {
  const timer = setTimeout(() => void reader.cancel(), endMs);
  const lost = () => ({ done: true });
  while (!(await reader.read().catch(lost)).done);
  clearTimeout(timer);
}
