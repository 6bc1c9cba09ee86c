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
import { isPlain } from '../models.ts';
import { choiceAmong, given } from '../turn/common-fields.ts';
import { type ClientMessage, conversationOf, inputOf } from '../turn/conversation.ts';
import { responseIdOf } from './ids.ts';
import { type AskedResponse, isStored } from './request.ts';

/** The start of a turn, and all messages since. */
export interface Beginning {
  readonly start: TurnStart;
  readonly said: readonly ClientMessage[];
}

/**
 * A turn starts from the fields that name its start, or from an element of the input that was part of one of our
 * responses: the last of these counts, and the elements before it are known already. Throws badRequest, notFound.
 */
export async function beginningOf(deps: Deps, userId: string, asked: AskedResponse): Promise<Beginning> {
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

const keptIn = ({ waiting }: TurnStart): ClientMessage[] => JSON.parse(waiting.said);

/** The turn of a response. Throws badRequest, notFound. */
export function responseTurn(asked: AskedResponse, { start, said }: Beginning): TurnInput {
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

/** The kept part of a turn that ended in calls, until their results come. */
export function waitingTurn({ waiting }: TurnStart, said: readonly ClientMessage[], turn: Turn) {
  const { id, content: text } = turn.assistantMessage;
  const calls = turn.calls.map((each) => ({ ...each, input: inputOf(each.input) }));
  const all: ClientMessage[] = [...said, { role: 'assistant', text, calls }];
  return { ...waiting, id, said: JSON.stringify(all) };
}
