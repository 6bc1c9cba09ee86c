import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';

export interface Called {
  readonly tool: string;
  readonly input: Record<string, unknown>;
  readonly output: Record<string, unknown>;
}

/** The built-in model's view of a call: no more than any other model gets. */
export interface PromptView {
  /** The person's latest message. */
  readonly message: string;
  /** The person's earlier messages, oldest first. */
  readonly earlier: readonly string[];
  /** The latest replies, oldest first. */
  readonly replies: readonly string[];
  readonly instructions: string;
  /** Tools called since the latest message, with their results. */
  readonly called: readonly Called[];
  readonly offered: ReadonlySet<string>;
}

/** The built-in model's view of a call; each text is cut to `textCharsMax`. */
export function readPrompt({ prompt, tools, toolChoice }: LanguageModelV4CallOptions): PromptView {
  const offered = toolChoice?.type === 'none' ? [] : (tools ?? []).map(({ name }) => name);
  const last = prompt.findLastIndex(({ role }) => role === 'user');
  const textsOf = (wanted: 'user' | 'assistant') =>
    prompt
      .slice(0, last + 1)
      .flatMap(({ role, content }) =>
        role === wanted && typeof content !== 'string' ? [textOf(content)] : [],
      );
  const since = prompt
    .slice(last + 1)
    .flatMap<PromptPart>(({ content }) => (typeof content === 'string' ? [] : content));
  const inputs = new Map(
    since.map((part) => (part.type === 'tool-call' ? [part.toolCallId, part.input] : ['', undefined])),
  );
  const said = textsOf('user');
  return {
    message: said.at(-1) ?? '',
    earlier: said.slice(-1 - earlierMax, -1),
    replies: textsOf('assistant').slice(-3),
    instructions: prompt.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n'),
    called: since.flatMap((part) => {
      if (part.type !== 'tool-result') return [];
      const { toolName: tool, toolCallId, output } = part;
      const answer = output.type === 'json' ? output.value : { ok: false, message: '' };
      return [{ tool, input: record(inputs.get(toolCallId)), output: record(answer) }];
    }),
    offered: new Set(offered),
  };
}

type PromptPart = Exclude<LanguageModelV4CallOptions['prompt'][number]['content'], string>[number];

/** Bounds the work of a program's prompt: no person writes more at once, or has more memories. */
const textCharsMax = 8_000;
const earlierMax = 400;

const textOf = (parts: readonly { type: string }[]): string =>
  parts
    .map((part) => ('text' in part && part.type === 'text' ? String(part.text) : ''))
    .join('')
    .slice(0, textCharsMax);

/** The lines of a section of the instructions; undefined without it. */
export const sectionOf = (instructions: string, name: string): string[] | undefined =>
  new RegExp(`^<${name}>\n([\\s\\S]*?)\n</${name}>$`, 'm').exec(instructions)?.[1]?.split('\n');

export const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

export const records = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map(record) : [];
