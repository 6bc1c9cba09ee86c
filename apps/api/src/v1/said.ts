import { badRequest, type ClientTurn } from '@jarvis/core';
import { z } from 'zod';
import { isTooDeep } from '../rest/request-body.ts';

type ModelMessages = ClientTurn['before'];

/** One element of a conversation, in any client's format. */
export type Said =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly Call[] }
  | { readonly role: 'tool'; readonly callId: string; readonly text: string };

interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** More than any program keeps of a conversation. */
export const elementsMax = 2_000;

/** Text made storable: programs cut text inside a character, and read binary files. */
export const looseText = z.string().transform((text) => text.replaceAll('\u0000', '').toWellFormed());

const isTextPart = z.object({
  type: z.enum(['text', 'input_text', 'output_text', 'refusal']),
  text: z.string().optional(),
  refusal: z.string().optional(),
});
const content = z.union([
  looseText,
  z.array(isTextPart.transform(({ text, refusal }) => text ?? refusal ?? '').pipe(looseText)),
]);

/** Text or parts of text, as one text. Refuses pictures and sound: a reply would pretend to know them. */
export const contentText = z
  .unknown()
  .transform((value, { addIssue }) => {
    const read = content.safeParse(value ?? '');
    if (read.success) return typeof read.data === 'string' ? read.data : read.data.join('');
    addIssue({ code: 'custom', message: 'must be text: pictures, sound and files are not read.' });
    return z.NEVER;
  })
  .pipe(z.string());

/**
 * The arguments of a call; as plain text if they are not JSON, or nest so deeply that serialising them would overflow
 * the stack.
 */
export function inputOf(argumentsText: string): unknown {
  try {
    if (!isTooDeep(argumentsText)) return JSON.parse(argumentsText);
  } catch {}
  return { arguments: argumentsText };
}

export interface Conversation extends Pick<ClientTurn, 'instructions' | 'speaksAlone' | 'before' | 'after'> {
  /** The user's latest message, or the system's if there is no user message. */
  readonly message: string;
}

/**
 * A conversation as a turn's input. Throws badRequest without a user message, for a call without a result, or for a
 * result without a call. `path`: of the field with the conversation.
 */
export function conversationOf(all: readonly Said[], path: string): Conversation {
  const refuse = (what: string) => badRequest(what, [{ path, message: what }]);
  const told = all.findLastIndex(({ role }) => role === 'system');
  // If a program sends system messages alone, the last one is the question; what its tools returned may follow.
  const speaksAlone = all.every(({ role }) => role === 'system') || all.at(-1)?.role === 'tool';
  if (speaksAlone && all[told]?.role === 'system' && !all.some(({ role }) => role === 'user')) {
    const { text } = all[told];
    return { ...conversationOf(all.with(told, { role: 'user', text }), path), speaksAlone: true };
  }
  const said = all.filter((each) => each.role !== 'system');
  const at = said.findLastIndex(({ role }) => role === 'user');
  const message = said[at]?.role === 'user' ? said[at].text.trim() : '';
  if (message === '') throw refuse('The latest message of the user must have a text.');
  return {
    instructions: all.flatMap((each) => (each.role === 'system' ? [each.text] : [])).join('\n\n'),
    speaksAlone: false,
    before: modelMessages(said.slice(0, at), refuse),
    message,
    after: modelMessages(said.slice(at + 1), refuse),
  };
}

/** In the AI SDK's format. Consecutive texts and calls of the assistant are one message. */
function modelMessages(said: readonly Said[], refuse: (what: string) => Error): ModelMessages {
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
      const output = { type: 'text' as const, value: each.text };
      messages.push({
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: each.callId, toolName, output }],
      });
    } else if (each.role === 'assistant') {
      const last = messages.at(-1);
      // Clients may repeat a call that is stored here: it is the same call, with one result.
      const byId = new Map(each.calls.map((call) => [call.id, call]));
      const calls = [...byId.values()].filter(({ id }) => !open.has(id));
      const parts = [
        ...(each.text === '' ? [] : [{ type: 'text' as const, text: each.text }]),
        ...calls.map(({ id, name, input }) => ({
          type: 'tool-call' as const,
          toolCallId: id,
          toolName: name,
          input,
        })),
      ];
      if (parts.length === 0) continue;
      if (last?.role === 'assistant' && Array.isArray(last.content)) last.content.push(...parts);
      else {
        refuseOpen();
        messages.push({ role: 'assistant', content: parts });
      }
      for (const { id, name } of calls) open.set(id, name);
    } else {
      refuseOpen();
      messages.push({ role: 'user', content: each.text });
    }
  }
  refuseOpen();
  return messages;
}
