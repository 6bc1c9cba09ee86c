/** More than any reply with all its events; a faulty server that sends more would fill the memory. */
const answerBytesMax = 16 * 1024 * 1024;

/**
 * `fetch` without redirects, which would carry the key and people's texts to an unconfigured address; the body fails
 * after `answerBytesMax`.
 */
export async function boundedFetch(...[url, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'error' });
  return response.body ? new Response(bounded(response.body), response) : response;
}

/** Not a TransformStream: when that fails, its source is not cancelled. */
function bounded(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      bytes += value.byteLength;
      if (bytes <= answerBytesMax) return controller.enqueue(value);
      const tooMuch = new Error('The model sent more than a reply can be.');
      controller.error(tooMuch);
      await reader.cancel(tooMuch);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
