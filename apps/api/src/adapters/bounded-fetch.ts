/** A body that is larger than any answer of such a service; reading it would fill the memory. */
export class AnswerTooLarge extends Error {}

/**
 * `fetch` without redirects, which would carry the key and people's texts to an unconfigured address; the body fails
 * with AnswerTooLarge after `bytesMax`.
 */
export const boundedFetch =
  (bytesMax: number): typeof fetch =>
  async (url, init) => {
    const response = await fetch(url, { ...init, redirect: 'error' });
    return response.body ? new Response(bounded(response.body, bytesMax), response) : response;
  };

/** Not a TransformStream: when that fails, its source is not cancelled. */
function bounded(body: ReadableStream<Uint8Array>, bytesMax: number): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      bytes += value.byteLength;
      if (bytes <= bytesMax) return controller.enqueue(value);
      const tooMuch = new AnswerTooLarge(`The answer has more than ${bytesMax} bytes.`);
      controller.error(tooMuch);
      await reader.cancel(tooMuch);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
