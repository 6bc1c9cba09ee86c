import type { ReplyEvent } from '@jarvis/contract';
import { listNew } from '../../data/conversations.ts';
import { queryClient, trpc } from '../../data/service/client.ts';
import { t } from '../../i18n/translate.ts';
import { announceReply } from './announce-reply.ts';
import { redrawPause } from './redraw-pause.ts';
import { heard } from './replies.ts';
import { dropStream } from './reply-streams.ts';
import { change, useReplies } from './store.ts';
import { addMessages, isReply } from './transcript-data.ts';
import { isLookedAt } from './turn.ts';

let restMs = redrawPause(0);
let waiting: { readonly key: string; readonly event: ReplyEvent }[] = [];
let due: ReturnType<typeof setTimeout> | undefined;

/** Applies an event of a reply. */
export function applyEvent(key: string, event: ReplyEvent): void {
  waiting.push({ key, event });
  if (event.type === 'text') due ??= setTimeout(takeAll, restMs);
  else takeAll();
}

function takeAll() {
  clearTimeout(due);
  due = undefined;
  const all = waiting;
  waiting = [];
  const from = performance.now();
  for (const { key, event } of all) take(key, event);
  // When the page is drawn.
  setTimeout(() => {
    restMs = redrawPause(performance.now() - from);
  });
}

function take(key: string, event: ReplyEvent) {
  const state = useReplies.getState();
  const turn = state.turns.get(key);
  if (!turn) return;
  if ('error' in event || 'assistantMessage' in event) dropStream(key);
  if ('assistantMessage' in event && event.conversation) {
    const { conversation, userMessage, assistantMessage } = event;
    const { replaces, first, waited } = turn;
    addMessages(conversation, [userMessage, assistantMessage], {
      replaced: replaces?.messageId ?? null,
      // A repeated message may have been stored before, and its conversation continued elsewhere.
      first: first && !waited,
    });
    if (isLookedAt(state, turn))
      announceReply(event.type === 'stopped' ? t('chat.stopped') : assistantMessage.content);
    // Its turn, which stood for it in the list, ends now.
    listNew(conversation);
    void queryClient.invalidateQueries({ queryKey: trpc.conversations.list.pathKey() });
  }
  const again = event.type === 'snapshot' && event.replaces !== null;
  change(heard, key, event, {
    now: Date.now(),
    isReply: again && isReply(event.conversationId, event.replaces ?? ''),
  });
}
