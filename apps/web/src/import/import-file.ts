import type { ImportInput, ImportOutput } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { type ExportedConversation, readConversation } from './formats.ts';
import { readExport, UnreadableExport } from './read-export.ts';

/** Below the limit of a request, with room for quotes and escapes. */
const stretchCharsMax = 200_000;
const listedMax = 50;

/** The outcome of an import. */
export interface Receipt extends Readonly<Record<ImportOutput['state'], number>> {
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
 * Imports an export, conversation by conversation; a failure of one does not stop the others. `send` stores some
 * messages; if it rejects with an error for which `isFatal` is true, the import rejects too. Reports each
 * conversation.
 */
export async function importFile(
  file: ReadableStream<Uint8Array>,
  send: (stretch: ImportInput) => Promise<ImportOutput>,
  isFatal: (error: unknown) => boolean,
  onProgress: (receipt: Receipt) => void = () => {},
): Promise<Receipt> {
  let receipt = nothing;
  const skip = (title: string, reason: SkipReason) => {
    const reasons =
      receipt.reasons.length < listedMax ? [...receipt.reasons, { title, reason }] : receipt.reasons;
    receipt = { ...receipt, skipped: receipt.skipped + 1, reasons };
  };
  const conversations = readExport(file, (bytes) => {
    receipt = { ...receipt, bytes: receipt.bytes + bytes };
  });
  for (;;) {
    const next = await conversations.next().catch(() => undefined);
    if (!next) return { ...receipt, broken: true };
    if (next.done) return receipt;
    if (next.value instanceof UnreadableExport) {
      receipt = { ...receipt, broken: true };
      continue;
    }
    const conversation = readable(next.value);
    if (conversation) receipt = { ...receipt, known: receipt.known + 1 };
    if (!conversation) skip('', 'unknown');
    else if (conversation.messages.length === 0) skip(conversation.title, 'empty');
    else if (isTooLong(conversation)) skip(conversation.title, 'tooLong');
    else {
      try {
        const { state, added } = await sendAll(conversation, send);
        receipt = {
          ...receipt,
          [state]: receipt[state] + 1,
          messages: receipt.messages + added,
          left: receipt.left + conversation.left,
        };
      } catch (error) {
        if (isFatal(error)) throw error;
        skip(conversation.title, 'refused');
      }
    }
    onProgress(receipt);
  }
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

async function sendAll(
  { source, id, title, createdAt, messages }: ExportedConversation,
  send: (stretch: ImportInput) => Promise<ImportOutput>,
): Promise<Pick<ImportOutput, 'state' | 'added'>> {
  let state: ImportOutput['state'] | undefined;
  let added = 0;
  for (let from = 0; from < messages.length; ) {
    const stretch = stretchFrom(messages, from);
    const after = messages[from - 1]?.id ?? null;
    const stored = await send({ source, id, title, createdAt, from, after, messages: stretch });
    state ??= stored.state;
    added += stored.added;
    from += stretch.length;
  }
  return { state: state ?? 'alreadyThere', added };
}

/** At least one message, and as many as fit in one request. */
function stretchFrom(messages: ImportInput['messages'], from: number): ImportInput['messages'] {
  const stretch: ImportInput['messages'] = [];
  let chars = 0;
  for (const message of messages.slice(from, from + limits.importedMessagesMax)) {
    chars += message.content.length;
    if (stretch.length > 0 && chars > stretchCharsMax) break;
    stretch.push(message);
  }
  return stretch;
}
