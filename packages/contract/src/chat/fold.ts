import type { ChatReply } from './chat.ts';
import type { MessageWithExtras } from './conversation.ts';
import type { Reply, ReplyEvent } from './reply.ts';

/* Only types are imported here: pages fold replies without loading the schemas. */

/** The reply of a turn that has not begun. */
export const noReply: Reply = {
  turnId: '',
  conversationId: '',
  replyId: '',
  message: '',
  files: [],
  replaces: null,
  text: '',
  steps: [],
  ending: null,
};

/** Returns the reply after an event. */
export function fold(reply: Reply, event: ReplyEvent): Reply {
  switch (event.type) {
    case 'snapshot': {
      const { type: _, ...now } = event;
      return { ...now, ending: null };
    }
    case 'text':
      return { ...reply, text: reply.text + event.delta };
    case 'step': {
      const { tool, label, state, at } = event;
      const steps = [...reply.steps];
      steps[at] = { tool, label, state };
      return { ...reply, steps };
    }
    default:
      return { ...reply, ending: event };
  }
}

/** The events that lead from the reader's known reply to the current one: the inverse of `fold`. */
export function* eventsSince(known: Reply | undefined, now: Reply): Generator<ReplyEvent> {
  const { ending, ...begun } = now;
  if (known === undefined) yield { type: 'snapshot', ...begun };
  else {
    for (const [at, step] of now.steps.entries())
      if (known.steps[at]?.state !== step.state) yield { type: 'step', at, ...step };
    if (now.text.length > known.text.length) yield { type: 'text', delta: now.text.slice(known.text.length) };
  }
  if (ending && !known?.ending) yield ending;
}

/**
 * The text of `whole` that a reader of `shown` has not seen. `replaces`: the reply replaces the shown text (it was
 * denied, or the model failed after a tool had changed something), and all of it is missing.
 */
export function missingText(
  shown: string,
  whole: string,
): { readonly text: string; readonly replaces: boolean } {
  // A reply is stored without white space around it.
  const known = whole.startsWith(shown) ? shown : shown.trim();
  const replaces = !whole.startsWith(known);
  return { text: replaces ? whole : whole.slice(known.length), replaces };
}

/** The answer of the operation `chat`: the documented fields and no others. */
export function answerOf({
  conversationId,
  assistantMessage: { content, policyDenied, extras },
}: {
  readonly conversationId: string;
  readonly assistantMessage: MessageWithExtras;
}): ChatReply {
  const { sources, toolRun, nameSuggestion } = extras ?? {};
  return {
    reply: content,
    conversationId,
    ...(sources && { sources }),
    ...(toolRun && { toolRun }),
    ...(policyDenied && { policyDenied: true as const }),
    ...(nameSuggestion && { nameSuggestion }),
  };
}
