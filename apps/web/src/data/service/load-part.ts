import { isReachable } from './connection.ts';

const retryMs = 3_000;

/**
 * Loads a part of the app that the page needs. If the service is unreachable, waits until it is back and reloads the
 * page, because a browser does not fetch a failed module again. Without this, the page would reload at once and show
 * the browser's error page.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    // The service is there, but not this part of an older version: the router handles that.
    if (await isReachable()) throw error;
    do await new Promise((resolve) => setTimeout(resolve, retryMs));
    while (!(await isReachable()));
    location.reload();
    return new Promise(() => {});
  }
}
