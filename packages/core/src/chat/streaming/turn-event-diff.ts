import type { ShownStep, TurnEnding, TurnEvent } from './turn-events.ts';

/** How far a turn is, in this process or as another one has written it. */
export interface TurnProgress {
  readonly id: string;
  readonly conversationId: string;
  readonly message: string;
  readonly replaces: string | null;
  readonly replyId: string | null;
  readonly text: string;
  readonly steps: readonly ShownStep[];
  readonly ending?: TurnEnding | undefined;
}

/** Turns the progress of one turn, looked at now and then, into the events that lead to it. */
export class TurnEventDiff {
  #shown: { text: string; steps: readonly ShownStep[] } | undefined;

  *events({
    id,
    conversationId,
    message,
    replaces,
    replyId,
    text,
    steps,
    ending,
  }: TurnProgress): Generator<TurnEvent> {
    const before = this.#shown;
    this.#shown = { text, steps };
    if (!before) {
      yield { type: 'snapshot', turnId: id, conversationId, message, replaces, replyId, text, steps };
    } else {
      for (const [i, step] of steps.entries()) {
        if (before.steps[i]?.state !== step.state) yield { type: 'step', ...step };
      }
      if (text.length > before.text.length) yield { type: 'text', delta: text.slice(before.text.length) };
    }
    if (ending) yield ending;
  }
}
