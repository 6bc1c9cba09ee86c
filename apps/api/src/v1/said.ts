import { badRequest, type ClientTurn } from '@jarvis/core';
import { z } from 'zod';
import { isTooDeep } from '../rest/request-body.ts';

type ModelMessages = ClientTurn['before'];

/** One element of a conversation, however a client writes it. */
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

/** Text as it can be stored and sent on. Programs cut text in the middle of a character, and read binary files. */
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

/** Text or parts of text, as one text. A picture or a sound is refused: a reply would pretend to know it. */
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
 * The arguments of a call as the model wrote them; as their text where that is no JSON, or nests so deeply that writing
 * it again would overflow the stack.
 */
export function inputOf(argumentsText: string): unknown {
  try {
    if (!isTooDeep(argumentsText)) return JSON.parse(argumentsText);
  } catch {}
  return { arguments: argumentsText };
}

export interface Conversation extends Pick<ClientTurn, 'instructions' | 'speaksAlone' | 'before' | 'after'> {
  /** The latest of the user's, or of the system's where the user says nothing. */
  readonly message: string;
}

/**
 * A conversation as a turn takes it. Throws badRequest where the user says nothing, a call has no result, or a result no
 * call. `path`: of the field that it is read from.
 */
export function conversationOf(all: readonly Said[], path: string): Conversation {
  const refuse = (what: string) => badRequest(what, [{ path, message: what }]);
  const told = all.findLastIndex(({ role }) => role === 'system');
  // A program that only tells asks for what it told last; calls and results of its tools may follow.
  if (all[told]?.role === 'system' && !all.some(({ role }) => role === 'user')) {
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

/** As the AI SDK takes them. What the assistant said and called in a row is one message. */
function modelMessages(said: readonly Said[], refuse: (what: string) => Error): ModelMessages {
  const messages: ModelMessages[number][] = [];
  const open = new Map<string, string>();
  const refuseOpen = () => {
    for (const id of open.keys()) throw refuse(`The call \`${id}\` of a tool has no result.`);
  };
  for (const each of said) {
    if (each.role === 'tool') {
      const toolName = open.get(each.callId);
      if (toolName === undefined)
        throw refuse(`There is no call \`${each.callId}\` that a result could be of.`);
      open.delete(each.callId);
      const output = { type: 'text' as const, value: each.text };
      messages.push({
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: each.callId, toolName, output }],
      });
    } else if (each.role === 'assistant') {
      const last = messages.at(-1);
      // Said again, as by clients that send a call which is kept here, it is the same call: it has one result.
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
