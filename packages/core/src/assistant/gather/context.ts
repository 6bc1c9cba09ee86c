import { limits, shownRefusals, type User } from '@jarvis/contract';
import type { FilePart, ModelMessage } from 'ai';
import { type Stored, storedIn } from '../../connections/stored.ts';
import { badRequest, notFound } from '../../errors.ts';
import { newId, parseId } from '../../ids.ts';
import { replyLanguage } from '../../language/detect.ts';
import type { Language } from '../../language/languages.ts';
import type { Deps } from '../../ports/deps.ts';
import type { TurnInput } from '../../ports/turns.ts';
import { lookedUp, termsOf } from '../../search/terms.ts';
import { takeWithin, tokensOf } from '../../text/token-budget.ts';
import { timedLanguage } from '../../time/grammar/read-time.ts';
import { knownZone } from '../../time/local.ts';
import type { NamedDocument } from '../../tools/call/tool-context.ts';
import type { RecalledMessage } from '../recall/choose.ts';
import { historyMax } from '../recall/queries.ts';
import { findPlaces } from '../recall/recall.ts';
import { bringsOutsideText, clientInstructions, hasOwnTools } from './client-turn.ts';
import { gatherFiles, type ShownFiles } from './files.ts';
import { instructionsFor, plainInstructions } from './instructions.ts';
import { findInFiles } from './other-files.ts';
import { type StoredMessage, selectContext } from './queries.ts';
import { type HistoryMessage, shareBudget } from './share-budget.ts';

/** Maximum share of the budget for memories. */
const memoriesPart = 0.15;
/** Files that a program sends have at least this share of the budget, regardless of its other content. */
const sentFilesPart = 0.5;

/** The context of a turn, before the model is called. */
export interface TurnContext {
  readonly conversationId: string;
  /** The ids of the stored message and reply: readers of a stream get them first. */
  readonly ids: { readonly message: string; readonly reply: string };
  /** Whether the conversation exists, begins with this turn, or is never stored. */
  readonly kind: 'continued' | 'new' | 'stateless';
  readonly language: Language;
  /** The message is a program's, not a person's. */
  readonly messageFromWeb: boolean;
  /** The last stored reply answers a program's message, not a person's. */
  readonly repliedToProgram: boolean;
  /** The part of the message that rules read: both ends, if it is longer than a person would write. */
  readonly words: string;
  readonly instructions: string;
  readonly messages: ModelMessage[];
  /** The same with pictures: all of them, then without those of earlier messages. */
  readonly withParts: readonly ModelMessage[][];
  readonly files: ShownFiles;
  /** Documents with text: the conversation's, and those with shown passages. */
  readonly documents: readonly NamedDocument[];
  /** Messages recalled from this conversation and from others. */
  readonly recalled: readonly RecalledMessage[];
  /** The prompt contains text from outside: in a reply, a memory, or a program's part. */
  readonly hasWebText: boolean;
  /** Other texts of the prompt, without text from outside. */
  readonly ownTexts: readonly string[];
  /** The personal content of an unattended turn's prompt, besides its message. */
  readonly personalTexts: readonly string[];
  /** The bare model without a stored conversation: the prompt has nothing that a link could carry away. */
  readonly knowsNothing: boolean;
  /** The operators' settings, as of the turn's beginning. */
  readonly stored: Stored;
}

interface GatherOptions {
  /** The id of a new conversation. */
  readonly conversationId?: string | undefined;
  /** Ends the wait for the text of the message's files. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Gathers the prompt within the budget: the newest turns, fitting messages of this conversation and, when memory is
 * on, of the account's others, and memories. At most four statements, of which only the last waits for the others,
 * and those for files where there are some; each reads a bounded number of pages. Throws notFound, badRequest when the
 * conversation is full or the message too long to be stored.
 */
export async function gatherContext(
  deps: Deps,
  user: User,
  input: TurnInput,
  { conversationId: newConversationId, signal }: GatherOptions = {},
): Promise<TurnContext> {
  const basis = basisOf(deps, user, input, newConversationId);
  const { nowMs, kind, conversationId, here, words } = basis;
  const { client } = input;
  const { row, found } = await readStored(deps, user, input, basis);
  const memoriesTokens = deps.settings.modelContextTokens * memoriesPart;
  const memories = takeWithin(row?.memories ?? [], memoriesTokens, ([content]) => tokensOf(content));
  const customInstructions = client?.plain ? '' : (row?.customInstructions ?? '');
  const used = memories.reduce((sum, [content]) => sum + tokensOf(content), tokensOf(customInstructions));
  const rest = { ...basis, row, found, used, signal };
  const { files, history, recalled, otherFiles } = await fillRest(deps, user, input, rest);
  const asked = history.filter(({ role }) => role === 'user').map(({ content }) => content);
  const language =
    replyLanguage(words, user.preferredLanguage, asked.reverse().slice(0, 5)) ?? timedLanguage(words) ?? 'en';
  const messageFromWeb = client?.speaksAlone === true || input.version?.askedFromWeb === true;
  const hasWebText =
    messageFromWeb ||
    files.lines.length + otherFiles.lines.length > 0 ||
    (client !== undefined && bringsOutsideText(client)) ||
    memories.some(([, , fromWeb]) => fromWeb) ||
    [...history, ...recalled].some(({ fromWeb }) => fromWeb);
  const ours = client?.plain
    ? plainInstructions(files.hasText ? files.lines : [])
    : instructionsFor({
        user,
        language,
        nowMs,
        timeZone: knownZone(row?.timeZone, deps.settings.defaultTimeZone),
        customInstructions,
        memories,
        conversationId,
        recalled,
        hasOurTools: !hasOwnTools(client),
        hasWebText,
        unattended: input.unattended,
        files: files.lines,
        otherFiles: otherFiles.lines,
      });
  return {
    conversationId,
    ids: { message: newId(nowMs), reply: newId(nowMs) },
    kind,
    stored: storedIn(row?.settings ?? []),
    language,
    messageFromWeb,
    repliedToProgram: history.findLast(({ role }) => role === 'user')?.fromWeb === true,
    words: messageFromWeb ? '' : words,
    instructions: client ? clientInstructions(client, ours) : ours,
    ...messagesOf(input, history, files),
    files,
    documents: [...files.documents, ...otherFiles.documents],
    recalled,
    hasWebText,
    ownTexts: client?.plain
      ? []
      : [
          customInstructions,
          ...memories.flatMap(([content, , fromWeb]) => (fromWeb ? [] : [content])),
          ...recalled.flatMap(({ line, fromWeb }) => (fromWeb ? [] : [line])),
        ],
    personalTexts: input.unattended
      ? [
          user.displayName,
          customInstructions,
          ...memories.map(([content]) => content),
          ...recalled.map(({ line }) => line),
          ...otherFiles.lines,
        ]
      : [],
    knowsNothing: client?.plain === true && here === null,
  };
}

/** What follows from the input alone. Throws badRequest for too long a message, notFound for a malformed id. */
function basisOf({ clock }: Deps, user: User, input: TurnInput, newConversationId: string | undefined) {
  const { client } = input;
  const nowMs = clock.now();
  const kind = kindOf(input);
  // A rewritten reply answers a message that is already stored.
  if (kind !== 'stateless' && !input.version?.asked) refuseTooLong(input.message);
  const conversationId =
    input.conversationId === undefined
      ? (newConversationId ?? newId(nowMs))
      : parseId(input.conversationId, 'Conversation');
  const showsAccount = user.memoryEnabled && !client?.plain;
  return {
    nowMs,
    kind,
    conversationId,
    /** Null in a new conversation. */
    here: input.conversationId === undefined ? null : conversationId,
    beforePlace: historyEnd(input),
    words: endsOf(input.message),
    showsAccount,
    /** Whether other conversations and their files are searched. */
    elsewhere: showsAccount && !input.staysHere && (kind !== 'stateless' || client !== undefined),
  };
}

type Basis = ReturnType<typeof basisOf>;

/** The stored parts, and the places of fitting messages. Throws notFound, badRequest for a full conversation. */
async function readStored(
  deps: Deps,
  { id: userId }: User,
  { version }: TurnInput,
  { kind, here, beforePlace, words, showsAccount, elsewhere }: Basis,
) {
  const [row, found] = await Promise.all([
    selectContext.first(deps.db, {
      userId,
      conversationId: here,
      beforePlace,
      historyBytes: deps.settings.modelContextTokens * 4,
      withMemories: showsAccount,
      words: lookedUp(termsOf(words)),
    }),
    findPlaces(deps, { userId, conversationId: here, message: words, elsewhere }),
  ]);
  if (here !== null) {
    const count = row?.messageCount ?? null;
    if (count === null) throw notFound('Conversation');
    // Another version of a message replaces the messages after it.
    const isFull = count + 2 > limits.conversationMessagesMax;
    if (isFull && kind === 'continued' && !version) throw badRequest(shownRefusals.conversationFull);
  }
  return { row, found };
}

type StoredParts = Awaited<ReturnType<typeof readStored>>;

/**
 * Fills the rest of the budget: with files, then the history, recalled messages and files of other conversations.
 * `used`: the tokens of memories and custom instructions.
 */
async function fillRest(
  deps: Deps,
  { id: userId }: User,
  input: TurnInput,
  rest: Basis & StoredParts & Pick<GatherOptions, 'signal'> & { readonly used: number },
) {
  const { client } = input;
  const { here, beforePlace, words, elsewhere, row, found, used, signal } = rest;
  const budget = deps.settings.modelContextTokens;
  const said = client ? tokensOf(JSON.stringify({ ...client, sent: [] })) : 0;
  const allRoom = Math.max(0, budget - used - said);
  const [files, inFiles] = await Promise.all([
    gatherFiles(deps, userId, {
      input,
      conversationId: row?.hasFiles ? here : null,
      beforePlace,
      words,
      room: client?.sent.length ? Math.max(allRoom, budget * sentFilesPart) : allRoom,
      signal,
    }),
    elsewhere && row?.hasDocuments ? findInFiles(deps, { userId, message: words }) : [],
  ]);
  const shared = await shareBudget(deps, userId, {
    turns: here === null ? priorOf(input) : withoutDenied(row?.history ?? []),
    isCut: row !== undefined && (row.read === historyMax || row.read > (row.history?.length ?? 0)),
    here,
    beforePlace,
    found,
    inFiles,
    documents: files.documents,
    room: Math.max(0, allRoom - files.tokens),
  });
  return { files, ...shared };
}

/** The messages for the model, without pictures and with them. */
function messagesOf(
  { client, message }: TurnInput,
  history: readonly HistoryMessage[],
  { earlier, own, placed }: ShownFiles,
): Pick<TurnContext, 'messages' | 'withParts'> {
  const messagesWith = (parts: readonly FilePart[], byMessage?: typeof placed): ModelMessage[] => [
    ...begunByThePerson(history).map(({ role, content }) => ({ role, content })),
    ...(client?.before ?? []).map((before, i) => withParts(before, byMessage?.get(i))),
    withParts({ role: 'user', content: message }, parts),
    ...(client?.after ?? []),
  ];
  return {
    messages: messagesWith([]),
    withParts: [
      ...(earlier.length + placed.size > 0 ? [messagesWith([...earlier, ...own], placed)] : []),
      ...(own.length > 0 ? [messagesWith(own)] : []),
    ],
  };
}

/** The person's message with files, which come before its words. */
function withParts(message: ModelMessage, parts: readonly FilePart[] = []): ModelMessage {
  if (parts.length === 0 || message.role !== 'user' || typeof message.content !== 'string') return message;
  return { role: 'user', content: [...parts, { type: 'text', text: message.content }] };
}

/** The place before which a turn's history ends: another version of a message ignores the first one. */
function historyEnd({ version }: TurnInput): number {
  if (!version) return placeMax;
  return version.asked ? version.place - 1 : version.place;
}

/** The maximum of the column's type. */
const placeMax = 2_147_483_647;

function kindOf(input: TurnInput): TurnContext['kind'] {
  if (input.client?.store === false) return 'stateless';
  if (input.conversationId !== undefined) return 'continued';
  return input.messages === undefined ? 'new' : 'stateless';
}

/** Storing a longer one may exceed a statement's deadline, after the model has already run. */
function refuseTooLong(message: string): void {
  const kib = limits.storedMessageBytesMax / 1024;
  if (Buffer.byteLength(message) > limits.storedMessageBytesMax)
    throw badRequest(`The message is too long to be stored: it may have ${kib} KiB.`);
}

/** More than a person's message; far less than would keep a process busy with its rules. */
const endCharsMax = 8_000;

function endsOf(message: string): string {
  if (message.length <= 2 * endCharsMax) return message;
  return `${message.slice(0, endCharsMax)}\n${message.slice(-endCharsMax)}`.toWellFormed();
}

/** The earlier messages of a stateless call. The service has not seen their replies being written. */
const priorOf = ({ messages = [] }: TurnInput): HistoryMessage[] =>
  messages.map(({ role, content }) => ({ role, content, fromWeb: role === 'assistant' }));

/** Takes newest first, returns oldest first; a denied turn is its reply and the person's message before it. */
function withoutDenied(history: readonly StoredMessage[]): HistoryMessage[] {
  return history
    .filter(([, role, , denied], i) => !denied && !(role === 'user' && history[i - 1]?.[3]))
    .map(([place, role, content, , fromWeb]) => ({ place, role, content, fromWeb }))
    .reverse();
}

/** Some models refuse a history that begins with a reply. */
function begunByThePerson(history: readonly HistoryMessage[]): readonly HistoryMessage[] {
  return history[0]?.role === 'assistant' ? [{ role: 'user', content: '…' }, ...history] : history;
}
