import type { MessagePage, MessageWithExtras } from '@jarvis/contract';
import { heightOf } from '../files/file-kinds.ts';
import { isGoingOn, type Replies, type Turn } from '../replies/turn.ts';

/** An item of a transcript, with its React key. */
export type TranscriptItem =
  | { readonly key: string; readonly kind: 'message'; readonly message: MessageWithExtras }
  | {
      readonly key: string;
      readonly kind: 'edit';
      readonly messageId: string;
      readonly text: string;
      /** Undefined when it is no longer shown. */
      readonly message: MessageWithExtras | undefined;
    }
  | { readonly key: string; readonly kind: 'sent' | 'reply' | 'failed' | 'queued'; readonly turn: Turn }
  | { readonly key: string; readonly kind: 'hint' };

/**
 * The messages in order, edited ones as edits. Failed turns are at the place where they were sent, running and queued
 * ones at the end, and the hint, if any, after all stored messages. `drawn`: the first keys of stored messages.
 */
export function itemsOf(
  page: MessagePage | undefined,
  turns: readonly Turn[],
  hinted: boolean,
  edits: ReadonlyMap<string, string>,
  drawn: Replies['drawn'],
): TranscriptItem[] {
  const messages = shownMessages(page, turns);
  const placed: Placed[] = [
    ...messages.map((message, at) => ({ at, items: [itemOf(message, edits.get(message.id))] })),
    ...replacedEdits(page, messages, edits),
  ];
  const atEnd: TranscriptItem[] = [];
  for (const turn of turns) {
    // One of another browser is placed by its id: ids are in chronological order.
    const { after = messages.findLast(({ id }) => id < turn.key)?.id } = turn;
    const items = itemsOfTurn(turn, page);
    if (turn.phase === 'failed' && after !== undefined && isPassed(after, messages, page)) {
      placed.push({ at: messages.findIndex(({ id }) => id === after) + 0.25, items });
    } else atEnd.push(...items);
  }
  placed.sort((a, b) => a.at - b.at);
  const items = placed.flatMap((each) => each.items);
  if (turns.length === 0 && hinted && items.length > 0) items.push({ key: 'hint', kind: 'hint' });
  // A message keeps its key when it is stored, so that it is not rendered again.
  const stored = items.map((item) => ({ ...item, key: drawn.get(item.key) ?? item.key }));
  return [...stored, ...atEnd];
}

/** Items at the index of a message, or between two. */
interface Placed {
  readonly at: number;
  readonly items: readonly TranscriptItem[];
}

function itemOf(message: MessageWithExtras, text: string | undefined): TranscriptItem {
  const key = message.id;
  return text === undefined
    ? { key, kind: 'message', message }
    : { key, kind: 'edit', messageId: message.id, text, message };
}

/** Edited messages that were replaced meanwhile, each before its replacement. Excludes unloaded ones. */
function replacedEdits(
  page: MessagePage | undefined,
  messages: readonly MessageWithExtras[],
  edits: ReadonlyMap<string, string>,
): Placed[] {
  if (!page || edits.size === 0) return [];
  const shown = new Set(messages.map(({ id }) => id));
  const [first = ''] = shown;
  const last = messages.at(-1)?.id ?? '';
  return [...edits]
    .filter(([id]) => !shown.has(id) && !(page.earlier && id < first) && !(page.later && id > last))
    .sort()
    .map(([messageId, text]) => {
      const next = messages.findIndex(({ id }) => id > messageId);
      return {
        at: (next < 0 ? messages.length : next) - 0.5,
        items: [{ key: messageId, kind: 'edit', messageId, text, message: undefined }],
      };
    });
}

/** Whether the conversation has continued after this message, as far as is known. */
function isPassed(
  after: string | null,
  messages: readonly MessageWithExtras[],
  page: MessagePage | undefined,
): boolean {
  if (after === null) return messages.length > 0 && !page?.earlier;
  return messages.slice(0, -1).some(({ id }) => id === after);
}

function itemsOfTurn(turn: Turn, page: MessagePage | undefined): TranscriptItem[] {
  const kind = isGoingOn(turn) ? 'reply' : turn.phase === 'queued' ? 'queued' : 'failed';
  // One key, so that the view follows a row at its end that grows by a failure.
  const answer: TranscriptItem = { key: `${turn.key}:reply`, kind, turn };
  // The message that a rewritten reply answers is already shown.
  return isAnotherReply(turn, page) ? [answer] : [{ key: `${turn.key}:message`, kind: 'sent', turn }, answer];
}

/** Before its first event, the page knows what the turn replaces. */
function isAnotherReply({ replaces }: Turn, page: MessagePage | undefined): boolean {
  if (!replaces || replaces.reply) return replaces !== null;
  return page?.messages.find(({ id }) => id === replaces.messageId)?.role === 'assistant';
}

/** Without the message that the running turn replaces, and the messages after it. */
function shownMessages(page: MessagePage | undefined, turns: readonly Turn[]): readonly MessageWithExtras[] {
  const messages = page?.messages ?? [];
  const replaced = turns.find(isGoingOn)?.replaces?.messageId;
  // If it is no longer on the line, its place is before its replacement.
  const at = replaced === undefined ? -1 : messages.findIndex(({ id }) => id >= replaced);
  return at < 0 ? messages : messages.slice(0, at);
}

/** In pixels. An estimate within a factor of two, until the row is measured. */
export function estimateHeight(item: TranscriptItem | undefined): number {
  if (item?.kind !== 'message') return 90;
  const { role, content, files = [] } = item.message;
  const lines = content.length / (role === 'user' ? 60 : 85) + content.split('\n').length / 2;
  return 60 + lines * 26 + heightOf(files);
}
