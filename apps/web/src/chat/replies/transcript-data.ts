import type { MessagePage, MessageWithExtras } from '@jarvis/contract';
import type { Query } from '@tanstack/react-query';
import { queryClient, rpc } from '../../data/service/client.ts';
import { failureOf } from '../../data/service/failure.ts';
import { useReplies } from './store.ts';
import { isGoingOn, turnsAt } from './turn.ts';

const pageSize = 50;
const keyPrefix = 'transcript';

export const isTranscript = (queryKey: readonly unknown[]): boolean => queryKey[0] === keyPrefix;

/** `around` is the first shown message; null begins at the latest. */
export const transcriptKey = (conversationId: string, around: string | null) =>
  [keyPrefix, conversationId, around] as const;

export function transcriptQuery(conversationId: string, around: string | null) {
  return {
    queryKey: transcriptKey(conversationId, around),
    queryFn: (options?: { signal: AbortSignal }): Promise<MessagePage> =>
      readPage(conversationId, around ? { around } : {}, options),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  };
}

const readPage = (
  id: string,
  from: Partial<Record<'before' | 'after' | 'around', string>> = {},
  options?: { readonly signal: AbortSignal },
) => rpc.conversations.page.query({ id, limit: pageSize, ...from }, options);

/** Loads the page before the first loaded message. */
export async function loadEarlier(conversationId: string, around: string | null): Promise<void> {
  const known = read(conversationId, around);
  const first = known?.messages[0];
  if (!known?.earlier || !first) return;
  const page = await readPage(conversationId, { before: first.id });
  write(conversationId, around, (now) =>
    now.messages[0]?.id === first.id
      ? { ...now, messages: [...page.messages, ...now.messages], earlier: page.earlier }
      : now,
  );
}

/** Loads the page after the last loaded message. */
export async function loadLater(conversationId: string, around: string | null): Promise<void> {
  const last = read(conversationId, around)?.messages.at(-1);
  const page = await readPage(conversationId, last ? { after: last.id } : {});
  const known = read(conversationId, around);
  if (known && !known.later && isPostponed(conversationId)) return;
  // Another version was chosen elsewhere: loaded messages may no longer be on the line.
  if (page.line !== known?.line) return void (await readAnew(conversationId));
  write(conversationId, around, (now) => ({
    ...now,
    conversation: page.conversation,
    messages: joined(now.messages, page.messages),
    later: page.later,
  }));
}

/** Conversations to read after their replies have ended. */
const postponed = new Set<string>();

/** The last event of a reply brings the messages that it stores: read earlier, they would be shown twice. */
function isPostponed(conversationId: string): boolean {
  const goesOn = turnsAt(useReplies.getState(), conversationId).some(isGoingOn);
  if (goesOn) postponed.add(conversationId);
  return goesOn;
}

/** Reads messages that were stored elsewhere while a reply was running. */
export function readPostponed(conversationId: string): void {
  if (postponed.delete(conversationId)) catchUpTranscripts(conversationId);
}

/** Conversations of which another version is being chosen: only its page is shown then, wherever it is. */
const choosing = new Set<string>();

/** Chooses a version of a message. Returns whether it is far from the latest messages. */
export async function chooseVersion(conversationId: string, messageId: string): Promise<boolean> {
  choosing.add(conversationId);
  try {
    await rpc.conversations.chooseVersion.mutate({ id: conversationId, messageId });
    return await readAnew(conversationId, messageId);
  } finally {
    choosing.delete(conversationId);
  }
}

/**
 * Reads all loaded pages again, because the line of the conversation has changed: the latest messages, and those around
 * search results. After the choice of the version `shown`, the latest ones are in their place, and those around `shown`
 * are read if it is not among them. Returns whether it is not.
 */
async function readAnew(conversationId: string, shown?: string): Promise<boolean> {
  const page = await readPage(conversationId);
  const isFar = shown !== undefined && !page.messages.some(({ id }) => id === shown);
  const around = isFar && (await transcriptQuery(conversationId, shown).queryFn());
  const loaded = queryClient.getQueryCache().findAll({ queryKey: [keyPrefix, conversationId] });
  const pages = await Promise.all(
    loaded.map(async ({ queryKey }) => {
      const at = (queryKey as ReturnType<typeof transcriptKey>)[2];
      return at === null || shown !== undefined ? page : transcriptQuery(conversationId, at).queryFn();
    }),
  );
  if (shown === undefined && choosing.has(conversationId)) return false;
  loaded.forEach(({ queryKey }, index) => {
    // One with this line or a later one was read meanwhile, perhaps around another message.
    queryClient.setQueryData<MessagePage>(queryKey, (now) => {
      const next = pages[index] ?? page;
      return now && now.line >= next.line ? now : next;
    });
  });
  if (around) queryClient.setQueryData<MessagePage>(transcriptKey(conversationId, shown), around);
  return isFar;
}

/** The last shown message; null if there is none. */
export const lastMessageId = (conversationId: string): string | null =>
  read(conversationId, null)?.messages.at(-1)?.id ?? null;

/** The newest reply among all loaded messages of a conversation, also around search results. */
export const newestReply = (conversationId: string): MessageWithExtras | undefined =>
  queryClient
    .getQueriesData<MessagePage>({ queryKey: [keyPrefix, conversationId] })
    .flatMap(([, page]) => page?.messages ?? [])
    .filter(({ role }) => role === 'assistant')
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .at(-1);

/** Whether a shown message is a reply. */
export function isReply(conversationId: string, messageId: string): boolean {
  const message = read(conversationId, null)?.messages.find(({ id }) => id === messageId);
  return message?.role === 'assistant';
}

/**
 * Adds the stored messages of a finished turn; they replace the message `replaced` and the messages after it.
 * `first`: the turn has begun the conversation. Reads later changes again, because a turn may report its end late.
 */
export function addMessages(
  conversation: MessagePage['conversation'],
  messages: readonly MessageWithExtras[],
  { replaced, first }: { replaced: string | null; first: boolean },
): void {
  const key = transcriptKey(conversation.id, null);
  // A page around another message still has what followed the replaced one.
  const pages = queryClient.getQueryCache().findAll({ queryKey: [keyPrefix, conversation.id] });
  if (replaced !== null && pages.some(({ queryKey }) => queryKey[2] !== null))
    void readAnew(conversation.id).catch(() => undefined);
  const hasGoneOn = messages.every(({ createdAt }) => createdAt < conversation.updatedAt);
  if (hasGoneOn || (!first && !read(conversation.id, null))) {
    // Incomplete, and pending reads may be older, so every page that shows it reads it again.
    void queryClient.resetQueries({ queryKey: key, exact: true });
    return;
  }
  queryClient.setQueryData<MessagePage>(key, (now) => {
    // The messages of the first turn are all there are.
    if (!now) return { conversation, line: 0, messages: [...messages], earlier: false, later: false };
    if (replaced === null) return { ...now, conversation, messages: joined(now.messages, messages) };
    // If it is no longer on the line, its place is before its replacement.
    const at = now.messages.findIndex(({ id }) => id >= replaced);
    if (at < 0) return now;
    const before = now.messages.slice(0, at);
    return { ...now, conversation, line: now.line + 1, messages: joined(before, messages), later: false };
  });
}

/** After a change elsewhere: reads the new messages of all shown conversations, or of one. */
export function catchUpTranscripts(only?: string): void {
  const queryKey = only === undefined ? [keyPrefix] : [keyPrefix, only];
  for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
    const [, conversationId, around] = query.queryKey as ReturnType<typeof transcriptKey>;
    if (!query.isActive()) queryClient.removeQueries({ queryKey: query.queryKey, exact: true });
    else if (!query.state.data) void readFirst(query, conversationId);
    else if (!(query.state.data as MessagePage).later && !isPostponed(conversationId)) {
      void loadLater(conversationId, around).catch((error) => {
        // Deleted elsewhere: the messages disappear, and the page says so. Without a connection they stay.
        if (failureOf(error).kind !== 'notFound') return;
        void queryClient.resetQueries({ queryKey: query.queryKey, exact: true });
      });
    }
  }
}

/** Conversations whose first read is continued when it has ended. */
const following = new Set<string>();

/** Waits for a first read, or begins it again if it failed. It may be older than the change, so it is continued. */
async function readFirst(query: Query, conversationId: string): Promise<void> {
  if (following.has(query.queryHash)) return;
  following.add(query.queryHash);
  await query.fetch().catch(() => undefined);
  following.delete(query.queryHash);
  if (query.state.data) catchUpTranscripts(conversationId);
}

export function patchTranscriptTitle(conversationId: string, title: string): void {
  queryClient.setQueriesData<MessagePage>({ queryKey: [keyPrefix, conversationId] }, (now) =>
    now ? { ...now, conversation: { ...now.conversation, title } } : now,
  );
}

export function dropTranscript(conversationId: string): void {
  queryClient.removeQueries({ queryKey: [keyPrefix, conversationId] });
}

function joined(known: readonly MessageWithExtras[], added: readonly MessageWithExtras[]) {
  const ids = new Set(known.map((message) => message.id));
  const fresh = added.filter((message) => !ids.has(message.id));
  if (fresh.length === 0) return known as MessageWithExtras[];
  // Ids are in chronological order, so sorting by them puts a late message in its place.
  return [...known, ...fresh].sort((a, b) => (a.id < b.id ? -1 : 1));
}

const read = (conversationId: string, around: string | null): MessagePage | undefined =>
  queryClient.getQueryData<MessagePage>(transcriptKey(conversationId, around));

function write(conversationId: string, around: string | null, change: (now: MessagePage) => MessagePage) {
  queryClient.setQueryData<MessagePage>(transcriptKey(conversationId, around), (now) =>
    now ? change(now) : now,
  );
}
