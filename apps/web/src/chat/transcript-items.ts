import type { MessagePage, ShownMessage } from '../data/types.ts';
import { isGoingOn, type Replies, type Turn } from './turn.ts';

/** What stands in a transcript, under the key that React draws it by. */
export type Item =
  | { readonly key: string; readonly kind: 'message'; readonly message: ShownMessage }
  | {
      readonly key: string;
      readonly kind: 'edit';
      readonly messageId: string;
      readonly text: string;
      /** Undefined when it is not shown any more. */
      readonly message: ShownMessage | undefined;
    }
  | { readonly key: string; readonly kind: 'sent' | 'reply' | 'failed' | 'queued'; readonly turn: Turn }
  | { readonly key: string; readonly kind: 'hint' };

/**
 * The messages in their order, those that are being edited as such. What failed stands where it was sent, what goes on
 * and what is queued at the end, and the hint, where there is to be one, after all that is stored. `drawn`: the keys that
 * stored messages were first drawn by.
 */
export function itemsOf(
  page: MessagePage | undefined,
  turns: readonly Turn[],
  hinted: boolean,
  edits: ReadonlyMap<string, string>,
  drawn: Replies['drawn'],
): Item[] {
  const messages = shownMessages(page, turns);
  const replaced = replacedEdits(page, messages, edits);
  const replacedBefore = (next: string | null) =>
    replaced.filter(({ before }) => before === next).map(({ item }) => item);
  const passed = new Map<string | null, Turn[]>();
  const atEnd: Turn[] = [];
  for (const turn of turns) {
    const { after } = turn;
    if (turn.phase === 'failed' && after !== undefined && isPassed(after, messages, page)) {
      passed.set(after, [...(passed.get(after) ?? []), turn]);
    } else atEnd.push(turn);
  }
  const itemsOfTurns = (some: readonly Turn[] = []) => some.flatMap((turn) => itemsOfTurn(turn, page));
  const items: Item[] = [
    ...itemsOfTurns(passed.get(null)),
    ...messages.flatMap((message): Item[] => [
      ...replacedBefore(message.id),
      itemOf(message, edits.get(message.id)),
      ...itemsOfTurns(passed.get(message.id)),
    ]),
    ...replacedBefore(null),
  ];
  if (turns.length === 0 && hinted && items.length > 0) items.push({ key: 'hint', kind: 'hint' });
  // What was drawn while it was written stays the same when it is stored.
  const stored = items.map((item) => ({ ...item, key: drawn.get(item.key) ?? item.key }));
  return [...stored, ...itemsOfTurns(atEnd)];
}

function itemOf(message: ShownMessage, text: string | undefined): Item {
  const key = message.id;
  return text === undefined
    ? { key, kind: 'message', message }
    : { key, kind: 'edit', messageId: message.id, text, message };
}

/**
 * What is being edited and was replaced meanwhile, and the message that it stands before, null for the end: ids are in
 * the order of time, so that its place is before what replaced it. What is not loaded yet is not among it.
 */
function replacedEdits(
  page: MessagePage | undefined,
  messages: readonly ShownMessage[],
  edits: ReadonlyMap<string, string>,
): readonly { readonly before: string | null; readonly item: Item }[] {
  if (!page || edits.size === 0) return [];
  const shown = new Set(messages.map(({ id }) => id));
  const [first = ''] = shown;
  const last = messages.at(-1)?.id ?? '';
  return [...edits]
    .filter(([id]) => !shown.has(id) && !(page.earlier && id < first) && !(page.later && id > last))
    .sort()
    .map(([messageId, text]) => ({
      before: messages.find(({ id }) => id > messageId)?.id ?? null,
      item: { key: messageId, kind: 'edit', messageId, text, message: undefined },
    }));
}

/** Whether the conversation has gone on since this message, as far as can be seen. */
function isPassed(
  after: string | null,
  messages: readonly ShownMessage[],
  page: MessagePage | undefined,
): boolean {
  if (after === null) return messages.length > 0 && !page?.earlier;
  return messages.slice(0, -1).some(({ id }) => id === after);
}

function itemsOfTurn(turn: Turn, page: MessagePage | undefined): Item[] {
  const kind = isGoingOn(turn) ? 'reply' : turn.phase === 'queued' ? 'queued' : 'failed';
  const answer: Item = { key: `${turn.key}:${kind}`, kind, turn };
  // What a reply answers that is written again is shown already.
  return isAnotherReply(turn, page) ? [answer] : [{ key: `${turn.key}:message`, kind: 'sent', turn }, answer];
}

/** The page tells it where the turn was heard of before what was said. */
function isAnotherReply({ replaces }: Turn, page: MessagePage | undefined): boolean {
  if (!replaces || replaces.reply) return replaces !== null;
  return page?.messages.find(({ id }) => id === replaces.messageId)?.role === 'assistant';
}

/** Without what the turn under way is another version of, and what followed that. */
function shownMessages(page: MessagePage | undefined, turns: readonly Turn[]): readonly ShownMessage[] {
  const messages = page?.messages ?? [];
  const replaced = turns.find(isGoingOn)?.replaces?.messageId;
  // What is not on the line any more has its place before what replaced it.
  const at = replaced === undefined ? -1 : messages.findIndex(({ id }) => id >= replaced);
  return at < 0 ? messages : messages.slice(0, at);
}

/** In pixels. A guess that is right within a factor of two, until the row has been measured. */
export function estimateHeight(item: Item | undefined): number {
  if (item?.kind !== 'message') return 90;
  const { role, content } = item.message;
  const lines = content.length / (role === 'user' ? 60 : 85) + content.split('\n').length / 2;
  return 60 + lines * 26;
}
