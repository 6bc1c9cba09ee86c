import { limits } from '@jarvis/contract/limits';
import { newId } from '../../../data/browser/new-id.ts';
import { isSessionEnded } from '../../../data/browser/session-state.ts';
import { accountHeader, lockIfSessionChanged } from '../../../data/service/client.ts';
import { isReachable } from '../../../data/service/connection.ts';
import type { StoredFile } from '../../../data/types.ts';

const retryMs = 3_000;
/** Doubles while the service is busy: other tabs may be sending as well. */
const busyMs = { first: 1_000, last: 16_000 };
/** After so many lost connections in a row, while the service is reachable, the connection counts as too slow. */
const lostMax = 5;
/** How often an upload is begun at most: again only after it was removed as incomplete. */
const beginningsMax = 3;

/** The service refuses the file. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number) {
    super();
    this.status = status;
  }
}

/** The connection is too slow, or keeps breaking off. */
export class TooSlow extends Error {}

interface Sending {
  /** Ends the upload; the caller, which knows the id from `onBegun`, removes what has arrived. */
  readonly signal: AbortSignal;
  onBegun(id: string): void;
  onProgress(sentBytes: number): void;
  /** The connection is lost, or back. */
  onOffline(offline: boolean): void;
}

/**
 * Sends a file in parts. Waits while the service is unreachable or busy. Throws Refused, TooSlow, and the abort's
 * reason.
 */
export async function sendFile(file: File, sending: Sending): Promise<StoredFile> {
  for (let beginning = 1; ; beginning += 1) {
    try {
      return await sendOnce(file, sending);
    } catch (error) {
      const isGone = error instanceof Refused && error.status === 404;
      if (!isGone || beginning === beginningsMax) throw error;
      sending.onProgress(0);
    }
  }
}

async function sendOnce(file: File, sending: Sending): Promise<StoredFile> {
  const about = new URLSearchParams({ name: shortName(file.name), bytes: String(file.size) });
  // With the key, a repeated request after a lost answer begins no second upload.
  const headers = { 'Idempotency-Key': newId() };
  const { signal } = sending;
  // Not aborted: without the id, what has begun could not be removed.
  const begun = await ask(`?${about}`, { method: 'POST', headers }, sending);
  const { id } = (await fileIn(begun)) as StoredFile;
  sending.onBegun(id);
  const size = limits.filePartBytes;
  for (let n = 0; n * size < file.size; n += 1) {
    const body = file.slice(n * size, (n + 1) * size);
    await ask(`/${id}/parts/${n}`, { method: 'PUT', body, signal }, sending);
    sending.onProgress(Math.min(file.size, (n + 1) * size));
  }
  return fileIn(await ask(`/${id}/finish`, { method: 'POST', signal }, sending));
}

/** The service refuses longer names. Keeps the extension. */
function shortName(name: string): string {
  const letters = [...name.normalize('NFC')];
  if (letters.length <= limits.fileNameCharsMax) return name;
  const ending = /\.[a-z0-9]{1,10}$/i.exec(name)?.[0] ?? '';
  return letters.slice(0, limits.fileNameCharsMax - ending.length).join('') + ending;
}

const fileIn = async (answer: Response): Promise<StoredFile> =>
  ((await answer.json()) as { readonly file: StoredFile }).file;

/** Repeats a request until the answer is other than “later”. */
async function ask(path: string, init: RequestInit, { signal, onOffline }: Sending): Promise<Response> {
  let waitMs = busyMs.first;
  let lost = 0;
  for (;;) {
    const headers = { ...accountHeader(), ...init.headers };
    const answer = await fetch(`/api/files${path}`, { ...init, headers }).catch(() => null);
    if (answer?.ok) return answer;
    signal.throwIfAborted();
    if (!answer || [408, 502, 504].includes(answer.status)) {
      lost += 1;
      if (lost === lostMax) throw new TooSlow();
      onOffline(true);
      await pause(retryMs, signal);
      while (!(await isReachable())) {
        lost = 0;
        await pause(retryMs, signal);
      }
      onOffline(false);
    } else if (answer.status === 429 || answer.status === 503) {
      const seconds = Number(answer.headers.get('retry-after')) || 0;
      await pause(Math.max(seconds * 1_000, waitMs), signal);
      waitMs = Math.min(2 * waitMs, busyMs.last);
    } else if (answer.status === 401) {
      await lockIfSessionChanged().catch(() => undefined);
      // The same person can sign in over the page; any other person gets a new page.
      do await pause(retryMs, signal);
      while (isSessionEnded());
    } else {
      throw new Refused(answer.status);
    }
  }
}

/** Throws the abort's reason. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<unknown>((resolve) => {
    setTimeout(resolve, ms);
    signal.addEventListener('abort', resolve);
  });
  signal.throwIfAborted();
}
