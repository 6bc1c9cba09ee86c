import { limits } from '@jarvis/contract';
import { type ClientTurn, refusedField, type SentFile } from '@jarvis/core';
import { isTooComplex } from '../../http/request/request-body.ts';
import type { ClientFile } from './content.ts';

type ModelMessages = ClientTurn['before'];

export type ClientMessage =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly text: string; readonly files?: readonly ClientFile[] }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly Call[] }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly text: string;
      readonly files?: readonly ClientFile[];
    };

interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** More than any program keeps of a conversation. */
export const elementsMax = 2_000;

/** A call's arguments; as text if they are not JSON, or nest so deeply that a serialiser would overflow. */
export function inputOf(argumentsText: string): unknown {
  try {
    if (!isTooComplex(argumentsText)) return JSON.parse(argumentsText);
  } catch {}
  return { arguments: argumentsText };
}

export interface Conversation extends Pick<ClientTurn, 'instructions' | 'speaksAlone' | 'before' | 'after'> {
  /** The user's latest message, or the system's if there is no user message. */
  readonly message: string;
  /** The ids of stored files that came with it. */
  readonly files: string[];
  /** All other files. */
  readonly sent: readonly SentFile[];
}

/**
 * A conversation as a turn's input. Throws badRequest without a user message, for a call without a result, or for a
 * result without a call. `path`: the field with the conversation.
 */
export function conversationOf(all: readonly ClientMessage[], path: string): Conversation {
  const refuse = (what: string) => refusedField(path, what);
  const told = all.findLastIndex(({ role }) => role === 'system');
  // If a program sends only system messages, the last one is the question; its tools' results may follow.
  const speaksAlone = all.every(({ role }) => role === 'system') || all.at(-1)?.role === 'tool';
  if (speaksAlone && all[told]?.role === 'system' && !all.some(({ role }) => role === 'user')) {
    const { text } = all[told];
    return { ...conversationOf(all.with(told, { role: 'user', text }), path), speaksAlone: true };
  }
  const said = all.filter((each) => each.role !== 'system');
  const at = latestOfUser(said);
  const message = said[at]?.role === 'user' ? textOf(said[at]) : '';
  if (message === '') throw refuse('The latest message of the user must have a text.');
  const before: SentFile[] = [];
  const own = said.slice(at).flatMap(filesOf);
  if (own.length > limits.filesPerMessageMax)
    throw refuse(`A message may have at most ${limits.filesPerMessageMax} files.`);
  return {
    instructions: all.flatMap((each) => (each.role === 'system' ? [each.text] : [])).join('\n\n'),
    // The message then consists of the names of its files.
    speaksAlone: said[at]?.text.trim() === '',
    before: modelMessages(said.slice(0, at), refuse, before),
    message,
    after: modelMessages(said.slice(at + 1), refuse),
    files: own.flatMap((file) => ('id' in file ? [file.id] : [])),
    sent: [...before, ...own.filter((file) => 'data' in file).map((file) => sentFile(file, null))],
  };
}

export const latestOfUser = (said: readonly ClientMessage[]): number =>
  said.findLastIndex(({ role }) => role === 'user');

const filesOf = (said: ClientMessage): readonly ClientFile[] => ('files' in said ? (said.files ?? []) : []);

/** The text of a message with only files is their names: models refuse an empty text. */
const textOf = (said: ClientMessage): string =>
  said.text.trim() ||
  filesOf(said)
    .map((file) => ('name' in file && file.name) || 'file')
    .join(', ');

const sentFile = (file: ClientFile, before: number | null): SentFile => ({
  before,
  file: 'id' in file ? file : { name: file.name, bytes: Buffer.from(file.data, 'base64') },
});

/**
 * In the AI SDK's format. Consecutive texts and calls of the assistant are one message. Adds the messages' files to
 * `sent`; files of a tool's result belong to the user's message before it.
 */
function modelMessages(
  said: readonly ClientMessage[],
  refuse: (what: string) => Error,
  sent: SentFile[] = [],
): ModelMessages {
  const messages: ModelMessages[number][] = [];
  const open = new Map<string, string>();
  const refuseOpen = () => {
    for (const id of open.keys()) throw refuse(`The call \`${id}\` of a tool has no result.`);
  };
  for (const each of said) {
    if (each.role === 'tool') {
      const toolName = open.get(each.callId);
      if (toolName === undefined) throw refuse(`The result has no call \`${each.callId}\`.`);
      open.delete(each.callId);
      const output = { type: 'text', value: each.text } as const;
      const result = { type: 'tool-result', toolCallId: each.callId, toolName, output } as const;
      messages.push({ role: 'tool', content: [result] });
    } else if (each.role === 'assistant') {
      // Clients may repeat a call that is stored here: it is the same call, with one result.
      const byId = new Map(each.calls.map((call) => [call.id, call]));
      const calls = [...byId.values()].filter(({ id }) => !open.has(id));
      const parts = assistantParts(each.text, calls);
      if (parts.length === 0) continue;
      const last = messages.at(-1);
      if (last?.role === 'assistant' && Array.isArray(last.content)) last.content.push(...parts);
      else {
        refuseOpen();
        messages.push({ role: 'assistant', content: parts });
      }
      for (const { id, name } of calls) open.set(id, name);
    } else {
      refuseOpen();
      messages.push({ role: 'user', content: filesOf(each).length > 0 ? textOf(each) : each.text });
    }
    const asked = messages.findLastIndex(({ role }) => role === 'user');
    for (const file of asked < 0 ? [] : filesOf(each)) sent.push(sentFile(file, asked));
  }
  refuseOpen();
  return messages;
}

const assistantParts = (text: string, calls: readonly Call[]) => [
  ...(text === '' ? [] : [{ type: 'text' as const, text }]),
  ...calls.map(({ id, name, input }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: name,
    input,
  })),
];
