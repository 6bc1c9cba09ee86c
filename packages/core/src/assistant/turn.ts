import { limits, type ReplyExtras, type User } from '@jarvis/contract';
import { connectionsOfTurn } from '../connections/in-use.ts';
import { DomainError } from '../errors.ts';
import { newId } from '../ids.ts';
import { saveMemory } from '../memories/memories.ts';
import { memoryRequested } from '../memories/remember.ts';
import type { Deps, TurnDeps } from '../ports/deps.ts';
import type { Turn, TurnInput, TurnObserver } from '../ports/turns.ts';
import { requireRoom } from '../storage/storage.ts';
import { citationsIn, RunLog, sourcesCited } from '../tools/call/run-log.ts';
import type { ComposedReply, ReplyRequest } from './answer/compose-reply.ts';
import { hasOwnTools } from './gather/client-turn.ts';
import { gatherContext, type TurnContext } from './gather/context.ts';
import { drawnFrom } from './recall/drawn-from.ts';
import { suggestName } from './store/name-suggestion.ts';
import { storeWhole } from './store/store.ts';

/**
 * One turn, for REST and the web app alike: context, policy, model with tools, policy, store, answer. Stored whole or
 * not at all; the reply always names a tool's permanent changes. Throws notFound, badRequest when there is no room,
 * timedOut, failed, unavailable.
 */
export async function takeTurn(
  given: Deps,
  user: User,
  input: TurnInput,
  observer: TurnObserver = {},
): Promise<Turn> {
  const gathered = await gatherContext(given, user, input, { signal: observer.signal });
  if (gathered.kind !== 'stateless') await requireRoom(given, user.id);
  const deps: TurnDeps = { ...given, ...(await connectionsOfTurn(given, gathered.stored, observer.model)) };
  const { conversationId, ids } = gathered;
  const begun = { turnId: observer.turnId ?? newId(given.clock.now()), conversationId, replyId: ids.reply };
  const asked = {
    message: input.message,
    files: [...gathered.files.attached],
    replaces: input.version?.replaces ?? null,
  };
  await observer.onBegin?.({ type: 'snapshot', ...begun, ...asked, text: '', steps: [] });
  // Programs of `/v1` see no steps, so unseen ones may be repeated.
  const log = new RunLog(gathered.language, input.client ? undefined : observer.emit, gathered.hasWebText);

  const { outcome, context } = await composeAsFits(deps, { user, input, context: gathered, observer, log });
  if (
    outcome.kind === 'answered' &&
    !input.unattended &&
    !input.byConnectedProgram &&
    !input.client?.plain &&
    !hasOwnTools(input.client)
  )
    await rememberWhatWasSaid(deps, user, context, log);

  const namer = input.unattended ? { ...user, displayNameChangePromptDisabled: true } : user;
  // The built-in model recalls only what the person said.
  const recalled = deps.model.builtin
    ? context.recalled.filter(({ role }) => role === 'user')
    : context.recalled;
  const extras = extrasOf(namer, outcome, context, recalled, log);
  const { model } = deps;
  const { attempt } = observer;
  const fromWeb = log.hasWebText || input.byConnectedProgram === true;
  const { cutShort, clientCalls, usage, results, foundNothing } = log;
  const known = {
    conversationId,
    outcome: outcome.kind,
    calls: outcome.kind === 'called' ? clientCalls : [],
    cutShort,
    citations: citationsIn(outcome.reply, results),
    usage,
    model,
    kind: context.kind,
    fromWeb,
    foundNothing,
  };
  const ending = await storeWhole(
    deps,
    user.id,
    { input, context, outcome, extras, fromWeb },
    (attempt || observer.onStore) &&
      (async (db, stored) => {
        const taken = { ...stored, ...known };
        await observer.onStore?.(db, taken, stored);
        await attempt?.complete(db, taken);
      }),
  );
  observer.emit?.(ending);
  return { ...ending, ...known };
}

/** Tokens of the tools, the instructions, a message and a short reply. */
const besideContext = 3_500;
/** A prompt is not shortened further than to this, in tokens of the budget. */
const budgetMin = 500;

/**
 * The reply, and the context that it is made from: gathered anew within what the model's server leaves for it, and
 * within a quarter of that as long as the server says that the prompt is too long. The budget may be that of a larger
 * model, and what is recalled fills it in a new conversation, too.
 */
async function composeAsFits(deps: TurnDeps, asked: ReplyRequest) {
  // Loaded with the first turn: the AI SDK takes half as much memory as the rest of the process.
  const { composeReply } = await import('./answer/compose-reply.ts');
  const { user, input, log } = asked;
  const { signal } = asked.observer;
  const within = async (modelContextTokens: number): Promise<TurnContext> => {
    const { conversationId, ids } = asked.context;
    const smaller = { ...deps, settings: { ...deps.settings, modelContextTokens } };
    const context = await gatherContext(smaller, user, input, { conversationId, signal });
    log.hasWebText ||= context.hasWebText;
    return { ...context, ids };
  };
  const all = deps.settings.modelContextTokens;
  const model = (await deps.model.contextTokens?.()) ?? Number.POSITIVE_INFINITY;
  let budget = Math.min(all, Math.max(budgetMin, model - besideContext));
  let context = budget < all ? await within(budget) : asked.context;
  let { chatTimeoutMs } = deps.settings;
  const until = performance.now() + chatTimeoutMs;
  for (;;) {
    try {
      const inTime = { ...deps, settings: { ...deps.settings, chatTimeoutMs } };
      return { outcome: await composeReply(inTime, { ...asked, context }), context };
    } catch (error) {
      const isTooLong = error instanceof DomainError && error.details.reason === 'conversationTooLong';
      if (!isTooLong || budget <= budgetMin || input.client?.plain || !log.startOver()) throw error;
      chatTimeoutMs = until - performance.now();
      budget = Math.max(budgetMin, Math.floor(budget / 4));
      context = await within(budget);
    }
  }
}

/** For models without tool calls: keeps a clear request to remember, or a lasting statement. */
async function rememberWhatWasSaid(
  deps: Deps,
  user: User,
  { kind, conversationId, words }: TurnContext,
  log: RunLog,
): Promise<void> {
  if (kind === 'stateless' || !user.memoryEnabled || log.savedMemories.length > 0) return;
  const content = memoryRequested(words);
  if (content === undefined) return;
  const saved = await saveMemory(deps, user.id, { content, conversationId });
  if ('memory' in saved) log.savedMemories.push(saved.memory);
}

/** The data beside the reply; null if there is none. */
function extrasOf(
  user: User,
  { kind, reply }: ComposedReply,
  context: TurnContext,
  recalled: TurnContext['recalled'],
  log: RunLog,
): ReplyExtras | null {
  const toolRun = log.toolRun(kind === 'failed');
  // A denied reply shows nothing of itself, except the changes made before it.
  if (kind === 'denied') return toolRun && log.changed ? { toolRun } : null;
  const nameSuggestion = suggestName(context.words, user);
  const shown = context.messages.map(({ content }) => (typeof content === 'string' ? content : ''));
  const conversations = drawnFrom(reply, shown, recalled, context.conversationId);
  const extras: ReplyExtras = {
    ...(log.queries.length > 0 && { sources: sourcesCited(reply, log.results, limits.sourcesMax) }),
    ...(toolRun && { toolRun }),
    ...(nameSuggestion && { nameSuggestion }),
    ...(log.savedMemories.length > 0 && { savedMemories: log.savedMemories }),
    ...(log.madeSchedules.length > 0 && { madeSchedules: log.madeSchedules }),
    ...(conversations.length > 0 && { drawnFrom: conversations }),
    ...(kind === 'stopped' && { stopped: true as const }),
    ...(kind === 'answered' && log.cutShort && { cutShort: true as const }),
  };
  return Object.keys(extras).length === 0 ? null : extras;
}
