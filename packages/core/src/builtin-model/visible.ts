import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';

export interface Called {
  readonly tool: string;
  readonly input: Record<string, unknown>;
  readonly output: Record<string, unknown>;
}

/** The built-in model's view of a call: no more than any other model gets. */
export interface Shown {
  /** The person's latest message. */
  readonly message: string;
  /** The person's earlier messages, oldest first. */
  readonly earlier: readonly string[];
  /** The reply before the latest message. */
  readonly lastReply: string;
  readonly instructions: string;
  /** Tools called since the latest message, with their results. */
  readonly called: readonly Called[];
  readonly offered: ReadonlySet<string>;
}

export function readPrompt({ prompt, tools, toolChoice }: LanguageModelV4CallOptions): Shown {
  const offered = toolChoice?.type === 'none' ? [] : (tools ?? []).map(({ name }) => name);
  const said: string[] = [];
  const system: string[] = [];
  let lastReply = '';
  let called: Called[] = [];
  let inputs = new Map<string, unknown>();
  for (const message of prompt) {
    if (message.role === 'system') system.push(message.content);
    if (message.role === 'user') {
      said.push(textOf(message.content));
      called = [];
      inputs = new Map();
    }
    if (message.role === 'assistant') {
      const text = textOf(message.content);
      if (text !== '' && inputs.size === 0) lastReply = text;
      for (const part of message.content) {
        if (part.type === 'tool-call') inputs.set(part.toolCallId, part.input);
      }
    }
    if (message.role === 'tool') {
      for (const part of message.content) {
        if (part.type !== 'tool-result') continue;
        const output = part.output.type === 'json' ? part.output.value : { ok: false, message: '' };
        called.push({
          tool: part.toolName,
          input: record(inputs.get(part.toolCallId)),
          output: record(output),
        });
      }
    }
  }
  return {
    message: said.at(-1) ?? '',
    earlier: said.slice(-1 - earlierMax, -1),
    lastReply,
    instructions: system.join('\n'),
    called,
    offered: new Set(offered),
  };
}

/** Bounds the work of a program's prompt: no person writes more at once, or has more memories. */
const textCharsMax = 8_000;
const earlierMax = 400;

const textOf = (parts: readonly { type: string }[]): string =>
  parts
    .map((part) => ('text' in part && part.type === 'text' ? String(part.text) : ''))
    .join('')
    .slice(0, textCharsMax);

export const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
