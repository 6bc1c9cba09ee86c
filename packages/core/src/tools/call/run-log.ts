import {
  limits,
  type Memory,
  type ReplyEvent,
  type ReplyStep,
  type Schedule,
  type Source,
  type ToolRun,
} from '@jarvis/contract';
import { cutKeys } from '../../auth/api-key-format.ts';
import { type Language, vocabularies } from '../../language/languages.ts';
import { labelOf, type ToolName } from '../../language/tool-words.ts';
import type { SearchResult } from '../../ports/connections.ts';
import { type Citation, type ClientCall, noUsage, type Usage } from '../../ports/turns.ts';
import { cutAtWord } from '../../text/cut.ts';
import { singleSpaced } from '../../text/one-line.ts';
import type { AskedTool } from './tool-authorization.ts';

/** The actions of the model and the tools in one turn. */
export class RunLog {
  readonly savedMemories: Memory[] = [];
  readonly madeSchedules: Pick<Schedule, 'id' | 'title'>[] = [];
  /** Results of this turn's searches; the model cites them by number. */
  readonly results: SearchResult[] = [];
  /** The sent searches, including failed ones. */
  readonly queries: string[] = [];
  /** An unattended turn has reported that there is nothing. */
  foundNothing = false;
  /** True once the prompt contains text from the web, from this turn or an earlier one. */
  hasWebText: boolean;
  /** Calls of a program's own tools, which end the turn. */
  readonly clientCalls: ClientCall[] = [];
  /** The reply reached the model's output limit. */
  cutShort = false;
  /** The client has received a part of the reply. */
  hasShownText = false;
  /** True once something is stored that would outlive a failed turn. */
  changed = false;
  usage: Usage = noUsage;
  readonly #running = new Set<Promise<unknown>>();
  readonly #steps: (ReplyStep & { readonly tool: ToolName })[] = [];
  readonly #language: Language;
  readonly #emit: ((event: ReplyEvent) => void) | undefined;

  constructor(language: Language, emit?: (event: ReplyEvent) => void, hasWebText = false) {
    this.hasWebText = hasWebText;
    this.#language = language;
    this.#emit = emit;
  }

  /** Records that a tool is running; the returned function records its end. */
  begin(tool: ToolName, subject: string): (state: 'done' | 'error') => void {
    const at = this.#steps.length;
    const label = this.#labelOf(tool, subject);
    this.#set(at, { tool, label, state: 'running' });
    return (state) => this.#set(at, { tool, label, state });
  }

  /** Records a tool that has run. */
  note(tool: ToolName, subject: string, state: 'done' | 'error'): void {
    const label = this.#labelOf(tool, subject);
    this.#set(this.#steps.length, { tool, label, state });
  }

  /** Records a tool that has stored something, which outlives a failed turn. */
  noteChange(tool: AskedTool, subject: string): void {
    this.changed = true;
    this.note(tool, subject, 'done');
  }

  /** Titles of the person's own tasks may contain a key, which no reply repeats. */
  #labelOf(tool: ToolName, subject: string): string {
    return stepLabel(tool, cutKeys(subject), this.#language);
  }

  #set(at: number, step: ReplyStep & { readonly tool: ToolName }): void {
    this.#steps[at] = step;
    this.#emit?.({ type: 'step', at, ...step });
  }

  /** Records a possible change by a tool, for `settled`. */
  track(work: Promise<unknown>): void {
    this.#running.add(work);
    const forget = () => this.#running.delete(work);
    work.then(forget, forget);
  }

  /** Resolves when no tool is changing anything. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  /** Discards steps without changes; false when one made a change, or was shown, or text was. */
  startOver(): boolean {
    if (this.changed || this.hasShownText || (this.#emit && this.#steps.length > 0)) return false;
    this.results.length = 0;
    this.#steps.length = 0;
    this.foundNothing = false;
    return true;
  }

  /** Undefined when no tool ran. An unfinished step counts as failed. */
  toolRun(turnFailed = false): ToolRun | undefined {
    if (this.#steps.length === 0) return undefined;
    const steps = this.#steps.map(({ tool, label, state }) => ({ tool, label, failed: state !== 'done' }));
    return {
      state: turnFailed || steps.some(({ failed }) => failed) ? 'error' : 'completed',
      caption: caption(steps, this.#language),
      steps: steps.map(({ label, failed }) => ({ label, state: failed ? 'error' : 'done' })),
    };
  }

  /** The successful steps, as lines of a reply without the model. */
  get summary(): string {
    return this.#steps
      .filter(({ state }) => state === 'done')
      .map(({ label }) => `- ${label}`)
      .join('\n');
  }
}

/** The results that a reply cites as [n], in order of citation. */
export function citationsIn(reply: string, results: readonly SearchResult[]): Citation[] {
  return cited(reply, results).map(({ result: { title, url }, start, end }) => ({ title, url, start, end }));
}

/** The results that a reply cites as [n], in order of citation; all of them if it cites none. At most `max`. */
export function sourcesCited(reply: string, results: readonly SearchResult[], max: number): Source[] {
  const named = [...new Set(cited(reply, results).map(({ result }) => result))];
  return (named.length > 0 ? named : results).slice(0, max).map(asSource);
}

function cited(reply: string, results: readonly SearchResult[]) {
  return [...reply.matchAll(/\[(\d{1,2}(?:\s*,\s*\d{1,2})*)\](?!\()/g)].flatMap(
    ({ 0: mark, 1: list = '', index }) =>
      list.split(',').flatMap((number) => {
        const result = results[Number(number) - 1];
        return result ? [{ result, start: index, end: index + mark.length }] : [];
      }),
  );
}

function asSource({ title, url, snippet }: SearchResult): Source {
  const { origin, hostname } = new URL(url);
  return { title, url, domain: hostname.replace(/^www\./, ''), snippet, favicon: `${origin}/favicon.ico` };
}

/** One step for the person: the action and its object. */
export function stepLabel(tool: ToolName, subject: string, language: Language): string {
  const [label] = labelOf(tool, language);
  const [open, close] = vocabularies[language].captions.quotes;
  const shown = singleSpaced(subject).toWellFormed();
  return shown === '' ? label : `${label}: ${open}${cutAtWord(shown, 60)}${close}`;
}

/** The steps in one line of at most 80 characters: `Added 2 tasks, completed a task`. */
export function caption(steps: readonly { tool: ToolName; failed: boolean }[], language: Language): string {
  const parts = [...Map.groupBy(steps, ({ tool }) => tool)].map(([tool, of]) => {
    const [label, one, many] = labelOf(tool, language);
    const done = of.filter(({ failed }) => !failed).length;
    if (done === 0) return `${label} ${vocabularies[language].captions.failed}`;
    return done === 1 ? one : many.replace('#', String(done));
  });
  const line = parts.map((part, i) => (i === 0 ? part : lowerFirst(part, language))).join(', ');
  return cutAtWord(line, limits.captionCharsMax);
}

/** German nouns keep their capital. */
const lowerFirst = (text: string, language: Language): string =>
  vocabularies[language].captions.keepsCapitals
    ? text
    : text.replace(/^\p{Lu}/u, (first) => first.toLowerCase());
