import type { User } from '@jarvis/contract';
import { reportFailure, reportSuccess } from '../../connections/in-use.ts';
import { ConnectionFailed, type TurnDeps, type TurnInput } from '../../ports.ts';
import type { TurnContext } from '../context/context.ts';
import { offeredTools } from '../tools/offered.ts';
import type { RunLog } from '../tools/run-log.ts';
import { logModelFailure, modelFailure } from './failure.ts';
import { fixedTexts } from './fixed-texts.ts';
import { type ModelEnd, runModel } from './model-run.ts';
import { ReplyStream } from './reply-stream.ts';
import type { Outcome, StopReason, TurnObserver } from './turn-types.ts';

interface Asked {
  readonly user: User;
  readonly input: TurnInput;
  readonly context: TurnContext;
  readonly observer: TurnObserver;
  readonly log: RunLog;
}

/** The reply, from the policy, the model or, when that failed after a change was made, from what was done. */
export async function composeReply(deps: TurnDeps, asked: Asked): Promise<Outcome> {
  const { user, input, context, log } = asked;
  const texts = fixedTexts[context.language];
  const before = deps.policy.denial(input.message);
  if (before) return { kind: 'denied', reply: before.reply ?? texts.denied };

  const { run, denial } = await ask(deps, asked);
  if (run.end === 'complete' && run.text !== '' && deps.modelFailing) await reportSuccess(deps, 'model');
  if (denial) return { kind: 'denied', reply: denial.reply ?? texts.denied };
  if (run.end === 'filtered') return { kind: 'denied', reply: texts.denied };
  if (run.end === 'stopped') return { kind: 'stopped', reply: run.text.trim() || texts.stopped };
  if (run.end === 'complete' && run.text !== '') return { kind: 'answered', reply: run.text };

  const error = run.end === 'failed' ? run.error : new Error('the reply is empty');
  if (run.end === 'complete' && log.summary !== '') {
    return { kind: 'answered', reply: `${texts.done}\n\n${log.summary}` };
  }
  if (run.end !== 'disconnected') {
    logModelFailure(deps, user.id, run.end, error);
    const cause = run.end === 'timedOut' ? new ConnectionFailed('tooSlow') : error;
    await reportFailure(deps, 'model', deps.model.name, cause);
  }
  if (!log.changed) throw modelFailure(run, error);
  return { kind: 'failed', reply: `${texts.doneButFailed}\n\n${log.summary}` };
}

/** Runs the model within its time. */
async function ask(
  deps: TurnDeps,
  { user, input, context, observer, log }: Asked,
): Promise<{ run: ModelEnd; denial: ReplyStream['denial'] }> {
  const halt = new AbortController();
  const stopFor = (reason: StopReason) => halt.abort(reason);
  const timer = setTimeout(() => stopFor('timedOut'), deps.settings.chatTimeoutMs);
  const forget = [
    onAbort(observer.disconnected, () => stopFor('disconnected')),
    onAbort(observer.stop, () => stopFor('stopped')),
  ];
  const reply = new ReplyStream({ policy: deps.policy, context, log }, observer.onText ?? (() => {}), () =>
    stopFor('denied'),
  );
  try {
    const tools = offeredTools({
      deps,
      user,
      conversationId: context.conversationId,
      message: input.message,
      language: context.language,
      stateless: context.kind === 'stateless',
      lastReply: lastReplyOf(context),
      signal: halt.signal,
      log,
    });
    const run = await runModel({
      deps,
      instructions: context.instructions,
      messages: context.messages,
      tools,
      signal: halt.signal,
      onText: (piece) => reply.push(piece),
    });
    // What a tool still changes belongs to this turn, and is told of in it.
    await log.settled();
    reply.end();
    return { run: { ...run, text: reply.text }, denial: reply.denial };
  } finally {
    clearTimeout(timer);
    for (const detach of forget) detach();
    // Whatever a tool or the model still waits for ends with the turn.
    halt.abort();
  }
}

/** What the person had before them when they wrote. */
function lastReplyOf({ messages }: TurnContext): string {
  const last = messages.at(-2);
  return last?.role === 'assistant' ? String(last.content) : '';
}

function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal?.aborted) act();
  signal?.addEventListener('abort', act, { once: true });
  return () => signal?.removeEventListener('abort', act);
}
