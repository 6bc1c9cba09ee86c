import type { User } from '@jarvis/contract';
import { jsonSchema, type LanguageModelUsage, type ToolSet, tool } from 'ai';
import { reportFailure, reportSuccess } from '../../connections/in-use.ts';
import { badRequest, notFound } from '../../errors.ts';
import { vocabularies } from '../../language/languages.ts';
import type { ClientTurn } from '../../ports/client-turn.ts';
import { ConnectionFailed } from '../../ports/connections.ts';
import type { TurnDeps } from '../../ports/deps.ts';
import type { Turn, TurnInput, TurnObserver, Usage } from '../../ports/turns.ts';
import { filled } from '../../text/filled.ts';
import type { RunLog } from '../../tools/call/run-log.ts';
import type { ToolContext } from '../../tools/call/tool-context.ts';
import { offeredTools } from '../../tools/offered.ts';
import { hasOwnTools } from '../gather/client-turn.ts';
import type { TurnContext } from '../gather/context.ts';
import { logModelFailure, modelFailure } from './failure.ts';
import { withSchemes } from './links/bare-addresses.ts';
import type { ModelEnd, StopReason } from './model-run.ts';
import { ReplyStream, withoutLinks } from './reply-stream.ts';
import { runAsAble } from './run-as-able.ts';
import { watchForDeletion } from './watch-for-deletion.ts';

/** The result of a turn. */
export interface ComposedReply {
  readonly kind: Turn['outcome'];
  readonly reply: string;
}

/** A turn's request for a reply. */
export interface ReplyRequest {
  readonly user: User;
  readonly input: TurnInput;
  readonly context: TurnContext;
  readonly observer: TurnObserver;
  readonly log: RunLog;
}

/**
 * The reply, from the policy, the model or, if that failed after a change, from the list of steps. Throws notFound, as
 * storing it would, when its account or conversation is deleted meanwhile.
 */
export async function composeReply(deps: TurnDeps, asked: ReplyRequest): Promise<ComposedReply> {
  const { user, input, context, log } = asked;
  const texts = vocabularies[context.language].replies;
  const { client } = input;
  const denied = (reply = texts.denied): ComposedReply => ({ kind: 'denied', reply });
  // The list of steps may contain the model's words, such as titles.
  const told = (kind: ComposedReply['kind'], before: string): ComposedReply => {
    const reply = `${before}\n\n${withoutLinks(log.summary, context, log)}`;
    const denial = deps.policy.denial(reply);
    return denial ? denied(denial.reply) : { kind, reply };
  };
  for (const text of [...textsAsked(input), ...context.files.ownTexts]) {
    const before = deps.policy.denial(text);
    if (before) return denied(before.reply);
  }

  const { run, denial, isEmptied } = await ask(deps, asked);
  if (run.end === 'deleted') throw notFound(context.kind === 'stateless' ? 'Account' : 'Conversation');
  if (run.end === 'complete' && (run.text !== '' || isEmptied) && deps.modelFailing)
    await reportSuccess(deps, 'model');
  if (denial) return denied(denial.reply);
  if (run.end === 'filtered') return denied();
  if (run.end === 'complete' && log.clientCalls.length > 0) return { kind: 'called', reply: run.text };
  if (run.end === 'stopped') return { kind: 'stopped', reply: run.text.trim() || texts.stopped };
  if (run.end === 'complete' && run.text !== '') {
    log.cutShort ||= run.full === true;
    // A program gets the reason separately, and may have asked for JSON.
    const told = run.full && !client ? `${fenced(run.text)}\n\n${texts.full}` : run.text;
    return { kind: 'answered', reply: told };
  }

  const error = run.end === 'failed' ? run.error : new Error('the reply is empty');
  if (run.end === 'complete' && log.summary !== '') return told('answered', texts.done);
  if (run.end === 'complete' && isEmptied) return { kind: 'answered', reply: texts.onlyLinks };
  const failure = modelFailure(run, error);
  if (run.end !== 'disconnected') {
    logModelFailure(deps, user.id, run.end, error);
    const cause = run.end === 'timedOut' ? new ConnectionFailed('tooSlow') : error;
    // A prompt that is too long says nothing about the connection.
    if (failure.details.reason !== 'conversationTooLong')
      await reportFailure(deps, 'model', deps.model.name, cause);
  }
  if (!log.changed) throw failure;
  return told('failed', texts.doneButFailed);
}

/**
 * The texts of a request that the policy reads: all of them, because an earlier message or a program's instructions
 * could carry what the rules deny.
 */
function textsAsked({ message, messages = [], client }: TurnInput): string[] {
  const earlier = [...messages, ...(client?.before ?? [])];
  const said = earlier.flatMap(({ role, content }) =>
    role === 'user' && typeof content === 'string' ? [content] : [],
  );
  return [message, ...(client ? [client.instructions] : []), ...said];
}

/** The sentence that names the files that did not fit; empty if all did. */
function leftOutOf({ files: { leftOut }, language }: TurnContext): string {
  if (leftOut.length === 0) return '';
  const { replies, captions } = vocabularies[language];
  return filled(replies.leftOut, leftOut.map((name) => captions.quotes.join(name)).join(', '));
}

/** Calls the model within its deadline. */
async function ask(
  deps: TurnDeps,
  { user, input, context, observer, log }: ReplyRequest,
): Promise<{ run: ModelEnd } & Pick<ReplyStream, 'denial' | 'isEmptied'>> {
  const { client } = input;
  const isByPerson = !input.unattended && !input.byConnectedProgram;
  if (client?.json && deps.model.builtin)
    throw badRequest('No language model is connected, and the built-in rules write no JSON.');
  const halt = new AbortController();
  const stopFor = (reason: StopReason) => halt.abort(reason);
  const timer = setTimeout(() => stopFor('timedOut'), deps.settings.chatTimeoutMs);
  const signal = AbortSignal.any([halt.signal, ...(observer.signal ? [observer.signal] : [])]);
  const conversationId = context.kind === 'continued' ? context.conversationId : null;
  watchForDeletion(deps, user.id, conversationId, signal, () => stopFor('deleted'));
  const show = (piece: string) => {
    log.hasShownText = observer.emit !== undefined;
    observer.emit?.({ type: 'text', delta: piece });
  };
  const beginReply = () =>
    new ReplyStream({ policy: deps.policy, context, log, show, onDenied: () => stopFor('denied') });
  let reply = beginReply();
  const tellSpent = () => observer.onSpent?.({ ...log.usage, searches: log.queries.length });
  try {
    const tools = toolsOf(deps, client, {
      deps,
      user,
      conversationId: context.conversationId,
      message: context.words,
      language: context.language,
      documents: context.documents,
      stateless: context.kind === 'stateless',
      changesTasks: !input.keepsTasks && (context.kind !== 'stateless' || client?.changesTasks === true),
      changesMemories: isByPerson && user.memoryEnabled && context.kind !== 'stateless',
      hasSchedules: isByPerson && context.kind !== 'stateless',
      unattended: input.unattended && { ...input.unattended, personal: [...context.personalTexts] },
      byProgram: client !== undefined,
      byConnectedProgram: input.byConnectedProgram === true,
      by: observer.by,
      // A program may have asked after the person began to write: their yes would allow what it is not allowed to do.
      lastReply: input.writtenAhead || (isByPerson && context.repliedToProgram) ? '' : lastReplyOf(context),
      signal,
      log,
      withoutLinks: (text) => (log.hasWebText ? withoutLinks(withSchemes(text), context, log) : text),
      beforeChange: observer.attempt?.beforeChange,
    });
    const run = await runAsAble({
      deps,
      instructions: context.instructions,
      messages: context.messages,
      withParts: context.withParts,
      notSeen: vocabularies[context.language].replies.notSeen,
      leftOut: leftOutOf(context),
      tools,
      signal,
      onText: (piece) => reply.push(piece),
      startOver: () => {
        if (!log.startOver()) return false;
        reply = beginReply();
        return true;
      },
      settings: client?.settings,
      json: client?.json,
      onClientCall: (call) => {
        reply.denial ??= deps.policy.denial(call.input);
        if (reply.denial || (client?.oneCall && log.clientCalls.length > 0)) return;
        log.clientCalls.push(call);
      },
      onStepEnd: ({ usage, cutShort }) => {
        log.usage = sumOf(log.usage, usage);
        log.cutShort = cutShort;
        void tellSpent();
      },
    });
    // A change that a tool is still making belongs to this turn and its reply.
    await log.settled();
    reply.end();
    const { text, denial, isEmptied } = reply;
    return { run: { ...run, text }, denial, isEmptied };
  } finally {
    clearTimeout(timer);
    // The end of the turn cancels all pending work of tools and model. With a reason, because the default one is an
    // error with a stack.
    halt.abort('ended');
    await tellSpent();
  }
}

/** A program's own tools, or ours. The built-in rules would mistake a program's tool for ours by its name. */
function toolsOf(deps: TurnDeps, client: ClientTurn | undefined, context: ToolContext): ToolSet {
  if (!client?.plain && !hasOwnTools(client)) return offeredTools(context);
  const tools = deps.model.builtin ? [] : (client?.tools ?? []);
  return Object.fromEntries(
    tools.map(({ name, description = '', parameters, strict = false }) => [
      name,
      tool({ description, inputSchema: jsonSchema(parameters), strict }),
    ]),
  );
}

function sumOf(
  sum: Usage,
  { inputTokens, inputTokenDetails, outputTokens, outputTokenDetails }: LanguageModelUsage,
): Usage {
  return {
    inputTokens: sum.inputTokens + counted(inputTokens),
    cachedTokens: sum.cachedTokens + counted(inputTokenDetails.cacheReadTokens),
    outputTokens: sum.outputTokens + counted(outputTokens),
    reasoningTokens: sum.reasoningTokens + counted(outputTokenDetails.reasoningTokens),
  };
}

/** No step has more tokens than this. */
const tokensMax = 100_000_000;

/** 0 also for what cannot be a count: -1 would lower the sum of an account, and a huge number fits no column. */
const counted = (tokens = 0): number =>
  Number.isInteger(tokens) && tokens >= 0 && tokens <= tokensMax ? tokens : 0;

/** Closes a code block that a cut left open, so that the following text is not part of it. */
function fenced(text: string): string {
  const fences = text.match(/^ {0,3}(?:```|~~~)/gm) ?? [];
  return fences.length % 2 === 0 ? text : `${text}\n${fences.at(-1)?.trim()}`;
}

/** The reply that the person saw when they wrote. */
function lastReplyOf({ messages }: TurnContext): string {
  const last = messages[messages.findLastIndex(({ role }) => role === 'user') - 1];
  if (last?.role !== 'assistant') return '';
  if (typeof last.content === 'string') return last.content;
  return last.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
