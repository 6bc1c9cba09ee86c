/**
 * Waits at the end of a queue until the function that it adds there is called. Leaves the queue when the signal aborts,
 * and rejects with its reason.
 */
export function waitIn(queue: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      queue.splice(queue.indexOf(enter), 1);
      reject(signal.reason);
    };
    const enter = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    queue.push(enter);
    signal.addEventListener('abort', leave, { once: true });
  });
}
