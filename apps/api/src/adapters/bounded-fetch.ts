/** A body that is larger than any answer of such a service; reading it would fill the memory. */
export class AnswerTooLarge extends Error {}

/**
 * `fetch` without redirects, which would carry the key and people's texts to an unconfigured address; the body fails
 * with AnswerTooLarge after `bytesMax`, and ends after the piece for which the test that `endings` makes is true.
 */
export const boundedFetch =
  (bytesMax: number, endings?: () => (piece: Uint8Array) => boolean): typeof fetch =>
  async (url, init) => {
    const response = await fetch(url, { ...init, redirect: 'error' });
    return response.body ? new Response(bounded(response.body, bytesMax, endings?.()), response) : response;
  };

/** Not a TransformStream: when that fails, its source is not cancelled. */
function bounded(
  body: ReadableStream<Uint8Array>,
  bytesMax: number,
  isLast?: (piece: Uint8Array) => boolean,
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
        if (!isLast?.(value)) return;
        controller.close();
        return reader.cancel();
      }
      const tooMuch = new AnswerTooLarge(`The answer has more than ${bytesMax} bytes.`);
      controller.error(tooMuch);
      await reader.cancel(tooMuch);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
