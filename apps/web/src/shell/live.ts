import type { QueryFilters } from '@tanstack/react-query';
import { syncFailed, syncTurns } from '../chat/replies/sync-turns.ts';
import { catchUpTranscripts, isTranscript } from '../chat/replies/transcript-data.ts';
import { newId } from '../data/browser/new-id.ts';
import { openChannel } from '../data/browser/open-channel.ts';
import { queryClient, rpc, trpc } from '../data/service/client.ts';
import { isConnectionLost, isReachable, setConnectionLost } from '../data/service/connection.ts';
import { followSession } from '../data/service/session.ts';

const retryMs = 3_000;
/** The stream begins with the changes of the last 10 s: a page this young has missed none. */
const youngMs = 5_000;
const begunAt = Date.now();
/** A faster reconnect needs no notice. */
const lostAfterMs = 2_500;
/** How long a tab must be hidden before it leaves the stream to another one. */
const resignAfterMs = 2_000;

/** A message from the tab that holds the stream to the others. */
type LiveMessage =
  | { readonly kind: 'topic'; readonly topic: string }
  /** `fresh`: the stream has just begun. */
  | { readonly kind: 'connected'; readonly fresh: boolean }
  | { readonly kind: 'lost' }
  /** A new tab asks for the state of the connection. */
  | { readonly kind: 'hello' };

/**
 * Keeps the page up to date with changes elsewhere: in another window, by a key, in a chat. A browser has few
 * connections to a host, so one visible tab holds the stream for all. Returns a function that ends it.
 */
export function followChanges(userId: string): () => void {
  const name = `jarvis:changes:${userId}`;
  const tabs = openChannel(name);
  const unseen = new Set<string>();
  let connectedBefore = false;
  let resign: (() => void) | undefined;
  let leads = false;
  let resigning: ReturnType<typeof setTimeout> | undefined;

  const mayHaveMissed = () =>
    connectedBefore ||
    Date.now() - begunAt > youngMs ||
    queryClient
      .getQueryCache()
      .getAll()
      .some(({ state }) => state.status === 'error');

  const hear = (message: LiveMessage) => {
    switch (message.kind) {
      case 'hello':
        if (leads && connectedBefore)
          tabs.postMessage(isConnectionLost() ? { kind: 'lost' } : { kind: 'connected', fresh: false });
        return;
      case 'lost':
        return setConnectionLost(true);
      case 'connected':
        if (isConnectionLost() || (message.fresh && mayHaveMissed())) show('everything');
        else if (message.fresh) void syncFailed().then((failed) => failed && show('turns'));
        connectedBefore = true;
        return setConnectionLost(false);
      case 'topic':
        return show(message.topic);
    }
  };
  const say = (message: LiveMessage) => {
    tabs.postMessage(message);
    hear(message);
  };
  /** A hidden tab reads nothing until it becomes visible. */
  const show = (topic: string) => {
    if (document.visibilityState === 'visible') take(topic);
    else unseen.add(topic);
  };

  const lead = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      leads = true;
      const stop = holdStream(say);
      signal.addEventListener('abort', () => {
        leads = false;
        stop();
        resolve();
      });
    });
  const apply = () => {
    const over = new AbortController();
    resign = () => over.abort();
    // Locks are missing on a page loaded by http from another machine.
    const leading = navigator.locks
      ? navigator.locks.request(name, { signal: over.signal }, () => lead(over.signal))
      : import('./elect.ts').then(({ elect }) => {
          if (over.signal.aborted) return;
          const votes = openChannel(`${name}:lead`);
          const leave = elect(votes, newId(), (signal) => void lead(signal));
          over.signal.addEventListener('abort', () => {
            leave();
            votes.close();
          });
        });
    leading.catch(() => {
      // The next time the tab becomes visible retries it.
      resign = undefined;
    });
  };
  const onVisibility = () => {
    clearTimeout(resigning);
    if (document.visibilityState === 'hidden') {
      resigning = setTimeout(() => {
        resign?.();
        resign = undefined;
      }, resignAfterMs);
      return;
    }
    if (!resign) apply();
    for (const topic of unseen.has('everything') ? ['everything'] : unseen) take(topic);
    unseen.clear();
  };

  tabs.onmessage = ({ data }: MessageEvent<LiveMessage>) => hear(data);
  document.addEventListener('visibilitychange', onVisibility);
  if (document.visibilityState === 'visible') apply();
  tabs.postMessage({ kind: 'hello' } satisfies LiveMessage);
  return () => {
    clearTimeout(resigning);
    document.removeEventListener('visibilitychange', onVisibility);
    resign?.();
    tabs.close();
  };
}

/**
 * Reads the stream, with reconnects, and reports messages and the state of the connection. Returns a function that
 * ends it.
 */
function holdStream(say: (message: LiveMessage) => void): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined;
  let losing: ReturnType<typeof setTimeout> | undefined;
  let subscription: { unsubscribe(): void } | undefined;
  const away = () => {
    losing ??= setTimeout(probe, lostAfterMs);
  };
  /** A proxy that holds back streams never delivers this one; without it, the app works but for changes elsewhere. */
  const probe = async () => {
    const asked = losing;
    const isLost = !(await isReachable());
    // The stream has begun meanwhile; if it was lost again, that is judged anew.
    if (losing !== asked) return;
    if (isLost !== isConnectionLost()) say(isLost ? { kind: 'lost' } : { kind: 'connected', fresh: true });
    losing = setTimeout(probe, retryMs);
  };
  const found = () => {
    clearTimeout(losing);
    losing = undefined;
  };
  const open = () => {
    subscription = rpc.live.changes.subscribe(undefined, {
      onData: ({ topic }) => say({ kind: 'topic', topic }),
      onConnectionStateChange: ({ state }) => {
        if (state !== 'pending') return away();
        found();
        say({ kind: 'connected', fresh: true });
      },
      // Refused, not just lost: the session has ended, or was replaced after a new password.
      onError: () => {
        away();
        void followSession().catch(() => undefined);
        retry = setTimeout(open, retryMs);
      },
    });
  };
  open();
  return () => {
    clearTimeout(retry);
    found();
    subscription?.unsubscribe();
  };
}

/** Reads all shown data again. Conversations are not reloaded, but continued. */
export async function refreshAll(): Promise<void> {
  catchUpTranscripts();
  void syncTurns();
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => !isTranscript(queryKey) });
}

/** The data that a change elsewhere makes stale, by its topic. */
const staleBy: Readonly<Record<string, readonly QueryFilters[]>> = {
  // A memory is saved before its conversation is stored.
  conversations: [trpc.conversations.list.pathFilter(), trpc.memories.origins.pathFilter()],
  tasks: [trpc.tasks.list.pathFilter()],
  reminders: [trpc.tasks.list.pathFilter(), trpc.notifications.inApp.pathFilter()],
  // The list of conversations names its entries after schedules.
  schedules: [trpc.conversations.list.pathFilter(), trpc.schedules.pathFilter()],
  notifications: [trpc.notifications.inApp.pathFilter()],
  files: [trpc.files.get.pathFilter()],
  memories: [trpc.memories.list.pathFilter()],
  lookups: [trpc.web.history.pathFilter()],
  keys: [trpc.keys.list.pathFilter(), trpc.grants.list.pathFilter(), trpc.calendarFeeds.list.pathFilter()],
  account: [
    trpc.account.sessions.pathFilter(),
    trpc.customInstructions.show.pathFilter(),
    trpc.time.settings.pathFilter(),
  ],
};

function take(topic: string): void {
  if (topic === 'everything') return void refreshAll();
  if (topic === 'turns') return void syncTurns();
  for (const filters of staleBy[topic] ?? []) void readAgain(filters);
  if (topic === 'conversations') catchUpTranscripts();
  if (topic === 'account') void followSession().catch(() => undefined);
}

/** Read once more after a first read that has begun. */
const following = new Set<QueryFilters>();

/** A first read that has begun may be older than the change, and an invalidation would not begin it again. */
async function readAgain(filters: QueryFilters): Promise<void> {
  const begun = queryClient.isFetching({ ...filters, predicate: ({ state }) => state.data === undefined });
  const read = queryClient.invalidateQueries(filters);
  if (begun === 0 || following.has(filters)) return;
  following.add(filters);
  await read;
  following.delete(filters);
  await queryClient.invalidateQueries(filters);
}
