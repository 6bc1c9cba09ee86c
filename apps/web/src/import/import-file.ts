import type { ImportedPart, ImportOutcome } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { type ExportedConversation, readConversation } from './formats.ts';
import { readExport, UnreadableExport } from './read-export.ts';

/** Below the limit of a request, with room for quotes and escapes. */
const partCharsMax = 200_000;
const listedMax = 50;

/** The outcome of an import. */
export interface Receipt extends Readonly<Record<ImportOutcome['state'], number>> {
  /** The number of stored messages. */
  readonly messages: number;
  /** Parts of their conversations that are not messages, and messages without a text. */
  readonly left: number;
  /** Entries of the file that are conversations of a known format. */
  readonly known: number;
  readonly skipped: number;
  /** The first of the skipped conversations, with their reasons. */
  readonly reasons: readonly { readonly title: string; readonly reason: SkipReason }[];
  /** The file ends too early, or a part of it is not an export. */
  readonly broken: boolean;
  /** Of the file, up to the conversation before this one. */
  readonly bytes: number;
}

type SkipReason = 'unknown' | 'empty' | 'tooLong' | 'refused';

const nothing: Receipt = {
  imported: 0,
  alreadyThere: 0,
  changedHere: 0,
  messages: 0,
  left: 0,
  known: 0,
  skipped: 0,
  reasons: [],
  broken: false,
  bytes: 0,
};

/**
 * Imports an export; a failure of one conversation does not stop the others. `send` stores parts of conversations, of
 * which it may leave out the last ones; if it rejects with an error for which `isFatal` is true, the import rejects too.
 * Reports each call.
 */
export async function importFile(
  file: ReadableStream<Uint8Array>,
  send: (parts: ImportedPart[]) => Promise<ImportOutcome[]>,
  isFatal: (error: unknown) => boolean,
  onProgress: (receipt: Receipt) => void = () => {},
): Promise<Receipt> {
  let receipt = nothing;
  const skip = (title: string, reason: SkipReason) => {
    const reasons =
      receipt.reasons.length < listedMax ? [...receipt.reasons, { title, reason }] : receipt.reasons;
    receipt = { ...receipt, skipped: receipt.skipped + 1, reasons };
  };
  const count = ({ left }: ExportedConversation, outcomes: readonly ImportOutcome[]) => {
    const state = outcomes[0]?.state ?? 'alreadyThere';
    const messages = outcomes.reduce((sum, { added }) => sum + added, receipt.messages);
    receipt = { ...receipt, [state]: receipt[state] + 1, messages, left: receipt.left + left };
  };
  /** Conversations that one request can store. */
  const waiting: ExportedConversation[] = [];
  const storeWaiting = async () => {
    for (let atOnce = waiting.length; waiting.length > 0; onProgress(receipt)) {
      try {
        const outcomes = await send(waiting.slice(0, atOnce).map((each) => partFrom(each, 0)));
        for (const outcome of outcomes) {
          const stored = waiting.shift();
          if (stored) count(stored, [outcome]);
        }
      } catch (error) {
        if (isFatal(error)) throw error;
        if (atOnce === 1) skip(waiting.shift()?.title ?? '', 'refused');
        // One by one, to find the one that is refused.
        atOnce = 1;
      }
    }
  };
  const store = async (conversation: ExportedConversation) => {
    if (waiting.length > 0 && !fitsInOne([...waiting, conversation])) await storeWaiting();
    if (fitsInOne([conversation])) return void waiting.push(conversation);
    try {
      const outcomes: ImportOutcome[] = [];
      for (let from = 0; from < conversation.messages.length; ) {
        const part = partFrom(conversation, from);
        outcomes.push(...(await send([part])));
        from += part.messages.length;
      }
      count(conversation, outcomes);
    } catch (error) {
      if (isFatal(error)) throw error;
      skip(conversation.title, 'refused');
    }
    onProgress(receipt);
  };
  const conversations = readExport(file, (bytes) => {
    receipt = { ...receipt, bytes: receipt.bytes + bytes };
  });
  for (;;) {
    const next = await conversations.next().catch(() => undefined);
    if (!next || next.value instanceof UnreadableExport) receipt = { ...receipt, broken: true };
    if (!next || next.done) break;
    if (next.value instanceof UnreadableExport) continue;
    const conversation = readable(next.value);
    if (conversation) receipt = { ...receipt, known: receipt.known + 1 };
    if (!conversation) skip('', 'unknown');
    else if (conversation.messages.length === 0) skip(conversation.title, 'empty');
    else if (isTooLong(conversation)) skip(conversation.title, 'tooLong');
    else await store(conversation);
  }
  await storeWaiting();
  return receipt;
}

/** Undefined also if it nests too deeply to be parsed. */
function readable(raw: unknown): ExportedConversation | undefined {
  try {
    return readConversation(raw);
  } catch {
    return undefined;
  }
}

const isTooLong = ({ id, messages }: ExportedConversation) =>
  id.length > limits.importedIdCharsMax ||
  messages.length > limits.conversationMessagesMax ||
  messages.some(({ content }) => new TextEncoder().encode(content).length > limits.importedMessageBytesMax);

function fitsInOne(conversations: readonly ExportedConversation[]): boolean {
  const messages = conversations.flatMap((each) => each.messages);
  return (
    conversations.length <= limits.importedConversationsMax &&
    messages.length <= limits.importedMessagesMax &&
    messages.reduce((chars, { content }) => chars + content.length, 0) <= partCharsMax
  );
}

/** At least one message, and as many as fit in one request. */
function partFrom(
  { source, id, title, createdAt, messages }: ExportedConversation,
  from: number,
): ImportedPart {
  const part: ImportedPart['messages'] = [];
  let chars = 0;
  for (const message of messages.slice(from, from + limits.importedMessagesMax)) {
    chars += message.content.length;
    if (part.length > 0 && chars > partCharsMax) break;
    part.push(message);
  }
  return { source, id, title, createdAt, from, after: messages[from - 1]?.id ?? null, messages: part };
}
