import { isReachable } from './connection.ts';

const retryMs = 3_000;

/**
 * Loads a part of the app that the page cannot be drawn without. When the service cannot be reached, it waits until
 * it can, and the page is loaded anew: a browser does not fetch a part again that it once failed to. Without this the
 * page would be loaded anew at once, and the browser show its own error in its place.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    // The service is there, but not this part of an older version: the router knows what to do.
    if (await isReachable()) throw error;
    do await new Promise((resolve) => setTimeout(resolve, retryMs));
    while (!(await isReachable()));
    location.reload();
    return new Promise(() => {});
  }
}
