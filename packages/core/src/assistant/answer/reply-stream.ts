import type { Policy } from '../../ports/deps.ts';
import type { RunLog } from '../../tools/call/run-log.ts';
import type { TurnContext } from '../gather/context.ts';
import { LinkGuard } from './links/links.ts';

type Denial = NonNullable<ReturnType<Policy['denial']>>;

/** With a policy, text is shown by the sentence, so that nobody reads denied text before its denial. */
const sentences = /^.*(?:[.!?:;]\s|\n)/s;
const heldCharsMax = 300;
/**
 * Maximum characters before the new text that rules examine during the stream; the whole reply is examined at its end.
 */
const lookBackChars = 2_000;

interface Written {
  readonly policy: Policy;
  readonly context: TurnContext;
  readonly log: RunLog;
  readonly show: (piece: string) => void;
  readonly onDenied: () => void;
}

/**
 * A reply on its way from the model to its readers: removes addresses that could carry data away, and with a policy
 * holds text back until the rules have examined it.
 */
export class ReplyStream {
  /** All of it, as it will be stored. */
  text = '';
  denial: Denial | undefined;
  readonly #of: Written;
  #guard: LinkGuard | undefined;
  /** The number of results whose addresses the guard knows. */
  #allowed = 0;
  #wrote = false;
  #held = '';
  /** The first half of a surrogate pair at the end of a piece. */
  #half = '';

  constructor(of: Written) {
    this.#of = of;
  }

  /** The model wrote text, and all of it was removed. */
  get isEmptied(): boolean {
    return this.#wrote && this.text === '';
  }

  /** The readers get whole characters only: clients in other languages fail at half of a surrogate pair. */
  push(part: string): void {
    const begun = this.#half + part;
    this.#half = /[\ud800-\udbff]$/.exec(begun)?.[0] ?? '';
    this.#write(begun.slice(0, begun.length - this.#half.length).toWellFormed());
  }

  #write(piece: string): void {
    this.#wrote ||= piece.trim() !== '';
    if (!this.#guard && needsGuard(this.#of.context, this.#of.log)) {
      this.#guard = guardFor(this.#of.context);
      // A new step begins a new paragraph, so that its text is examined separately.
      if (this.text !== '' && !this.text.endsWith('\n\n')) this.#take('\n\n');
    }
    for (; this.#guard && this.#allowed < this.#of.log.results.length; this.#allowed += 1)
      this.#guard.known.allow(this.#of.log.results[this.#allowed]?.url ?? '');
    this.#take(this.#guard ? this.#guard.push(piece) : piece);
  }

  /** Examines the whole and shows the rest. */
  end(): void {
    if (this.#half !== '') this.#write(this.#half.toWellFormed());
    if (this.#guard) this.#take(this.#guard.flush());
    this.text = this.text.trim();
    this.denial ??= this.text === '' ? undefined : this.#of.policy.denial(this.text);
    this.#release();
  }

  #take(clean: string): void {
    if (clean === '' || this.denial) return;
    this.text += clean;
    this.#held += clean;
    const all = this.#of.policy.hasNoRules || this.#held.length > heldCharsMax;
    const whole = all ? this.#held : (sentences.exec(this.#held)?.[0] ?? '');
    if (whole === '') return;
    if (!this.#of.policy.hasNoRules)
      this.denial = this.#of.policy.denial(this.text.slice(-lookBackChars - clean.length));
    if (this.denial) this.#of.onDenied();
    else this.#release(whole.length);
  }

  #release(length = this.#held.length): void {
    const ready = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    if (ready !== '' && !this.denial) this.#of.show(ready);
  }
}

/** A text with parts from the model, without links that could carry data away. */
export function withoutLinks(text: string, context: TurnContext, log: RunLog): string {
  if (!needsGuard(context, log)) return text;
  const guard = guardFor(context);
  for (const { url } of log.results) guard.known.allow(url);
  return guard.clean(text);
}

const needsGuard = ({ knowsNothing }: TurnContext, { hasWebText }: RunLog): boolean =>
  hasWebText && !knowsNothing;

/**
 * A guard that knows the addresses of the conversation, except those in the model's tool calls; addresses of searches
 * are added as they come.
 */
function guardFor({ messages, ownTexts }: TurnContext): LinkGuard {
  const guard = new LinkGuard();
  for (const text of ownTexts) guard.known.allow(text);
  for (const { content } of messages)
    for (const part of typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content) {
      if (part.type === 'text') guard.known.allow(part.text);
      else if (part.type === 'tool-call') guard.known.noteCall(stringsIn(part.input));
      else if (part.type === 'tool-result' && part.output.type === 'text')
        guard.known.allowResult(part.output.value);
    }
  return guard;
}

/** The names and texts in a value, without JSON's escapes. */
function stringsIn(value: unknown): string {
  const found: string[] = [];
  JSON.stringify(value, (name, part: unknown) => {
    found.push(name);
    if (typeof part === 'string') found.push(part);
    return part;
  });
  return found.join(' ');
}
