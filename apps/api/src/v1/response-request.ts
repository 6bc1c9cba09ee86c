import {
  asDomainError,
  badRequest,
  type Deps,
  DomainError,
  newStart,
  startAfter,
  startIn,
  type Turn,
  type TurnInput,
  type TurnStart,
} from '@jarvis/core';
import { z } from 'zod';
import {
  asClientTool,
  choiceAmong,
  common,
  functionChoice,
  functionFields,
  given,
  namedChoice,
  schemaOf,
  toolName,
  toolsMax,
} from './asked.ts';
import { content, looseText, onlyText } from './content.ts';
import { isPlain } from './models.ts';
import { responseIdOf } from './response-ids.ts';
import { conversationOf, elementsMax, inputOf, type Said } from './said.ts';

/** An element of the input. */
interface Item {
  /** The response it was a part of, if it was one of ours. */
  readonly responseId?: string | undefined;
  /** Undefined if only its id is sent, and for a model's reasoning. */
  readonly said?: Said;
  /** Only its id is sent. */
  readonly isReference?: true;
}

const id = z.string().nullish().transform(responseIdOf);
const message = z
  .object({
    type: z.literal('message'),
    id,
    role: z.enum(['system', 'developer', 'user', 'assistant']),
    content,
  })
  .transform(({ id: responseId, role, content: { text, files } }, { addIssue }): Item => {
    if (role === 'user') return { said: { role, text, files } };
    if (files.length > 0) addIssue({ code: 'custom', path: ['content'], message: onlyText });
    if (role === 'assistant') return { responseId, said: { role, text, calls: [] } };
    return { said: { role: 'system', text } };
  });
const call = z
  .object({ type: z.literal('function_call'), id, call_id: z.string(), name: toolName, arguments: looseText })
  .transform(({ id: responseId, call_id, name, arguments: text }): Item => {
    const calls = [{ id: call_id, name, input: inputOf(text) }];
    return { responseId, said: { role: 'assistant', text: '', calls } };
  });
const result = z
  .object({ type: z.literal('function_call_output'), call_id: z.string(), output: content })
  .transform(
    ({ call_id: callId, output: { text, files } }): Item => ({ said: { role: 'tool', callId, text, files } }),
  );
const reference = z
  .object({ type: z.literal('item_reference'), id })
  .transform(({ id: responseId }): Item => ({ responseId, isReference: true }));
const thought = z.object({ type: z.literal('reasoning') }).transform((): Item => ({}));

const item = z.preprocess(
  // The type is optional for a message.
  (value) =>
    typeof value === 'object' && value !== null && !('type' in value) ? { ...value, type: 'message' } : value,
  z.discriminatedUnion('type', [message, call, result, reference, thought]),
);

/** The request of a response. Unknown fields are ignored; only what the service cannot do is refused. */
export const responseRequest = z.object({
  ...common,
  input: z.preprocess(
    (value) => (typeof value === 'string' ? [{ role: 'user', content: value }] : value),
    z.array(item).max(elementsMax),
  ),
  instructions: looseText.nullish(),
  previous_response_id: z.string().nullish(),
  background: z.literal(false).nullish(),
  prompt: z.null().optional(),
  tools: z
    .array(z.object({ type: z.literal('function'), ...functionFields }).transform(asClientTool))
    .max(toolsMax)
    .nullish(),
  tool_choice: z
    .union([
      namedChoice,
      z.object({ type: z.literal('function'), name: toolName }).transform(({ name }) => functionChoice(name)),
    ])
    .nullish(),
  text: z
    .object({
      format: z
        .union([
          z.object({ type: z.literal('text') }).transform(() => undefined),
          z.object({ type: z.literal('json_object') }).transform(() => ({})),
          z
            .object({ type: z.literal('json_schema'), schema: schemaOf })
            .transform(({ schema }) => ({ schema })),
        ])
        .nullish(),
    })
    .nullish(),
  max_output_tokens: z.int().min(1).nullish(),
});

export type Asked = z.output<typeof responseRequest>;

/** The request before parsing. */
export type ResponseFields = z.input<typeof responseRequest>;

/** The start of a turn, and all messages since. */
export interface Beginning {
  readonly start: TurnStart;
  readonly said: readonly Said[];
}

/**
 * A turn starts from the fields that name it, or from an element of the input that was part of a response of ours:
 * the last of these counts, and the elements before it are already known. Throws badRequest, notFound.
 */
export async function beginningOf(deps: Deps, userId: string, asked: Asked): Promise<Beginning> {
  const { input, conversation, previous_response_id: previous } = asked;
  const saidFrom = (at: number) => input.slice(at).flatMap(({ said }) => said ?? []);
  const after = (start: TurnStart, at = 0) => ({ start, said: [...keptIn(start), ...saidFrom(at)] });
  if (typeof conversation === 'string') {
    if (typeof previous === 'string')
      throw badRequest('Send `conversation` or `previous_response_id`, not both.');
    const calls = input.flatMap(({ said }) => (said?.role === 'assistant' ? said.calls : []));
    const hasResults = calls.length === 0 && input.some(({ said }) => said?.role === 'tool');
    return after(await startIn(deps, userId, conversation, hasResults));
  }
  if (typeof previous === 'string')
    return after(await startAfter(deps, userId, responseIdOf(previous) ?? '').catch(refuseUnknown));
  const last = input.findLastIndex(({ responseId }) => responseId !== undefined);
  const start = await startAfter(deps, userId, input[last]?.responseId ?? '').catch((error: unknown) => {
    const isMissing = asDomainError(error)?.kind === 'notFound';
    if (isMissing && !input.some(({ isReference }) => isReference)) return undefined;
    throw error;
  });
  return start ? after(start, last + 1) : { start: newStart, said: saidFrom(0) };
}

/** Names the field, so that clients can tell a missing response from any other missing resource. */
function refuseUnknown(error: unknown): never {
  const told = asDomainError(error);
  if (told?.kind !== 'notFound') throw error;
  const { kind, message } = told;
  throw new DomainError(kind, message, { issues: [{ path: 'previous_response_id', message }] });
}

const keptIn = ({ waiting }: TurnStart): Said[] => JSON.parse(waiting.said);

/** The turn of a response. Throws badRequest, notFound. */
export function responseTurn(asked: Asked, { start, said }: Beginning): TurnInput {
  const { message, files, instructions, ...context } = conversationOf(said, 'input');
  return {
    message,
    files,
    ...start.place,
    client: {
      plain: isPlain(asked.model),
      store: isStored(asked),
      changesTasks: isStored(asked),
      instructions: [asked.instructions ?? '', instructions].filter((text) => text !== '').join('\n\n'),
      ...context,
      tools: asked.tools ?? [],
      oneCall: asked.parallel_tool_calls === false,
      json: asked.text?.format ?? undefined,
      settings: given({
        temperature: asked.temperature,
        topP: asked.top_p,
        maxOutputTokens: asked.max_output_tokens,
        toolChoice: choiceAmong(asked.tools, asked.tool_choice),
      }),
    },
  };
}

export const isStored = ({ store }: { readonly store?: boolean | null | undefined }): boolean =>
  store ?? true;

/** The kept part of a turn that ended in calls, until their results come. */
export function waitingTurn({ waiting }: TurnStart, said: readonly Said[], turn: Turn) {
  const { id, content: text } = turn.assistantMessage;
  const calls = turn.calls.map((each) => ({ ...each, input: inputOf(each.input) }));
  const all: Said[] = [...said, { role: 'assistant', text, calls }];
  return { ...waiting, id, said: JSON.stringify(all) };
}
