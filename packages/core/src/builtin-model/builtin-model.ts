import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { tokensOf } from '../text/token-budget.ts';
import { nextStep } from './next-step.ts';
import { readPrompt } from './read-prompt.ts';

/**
 * The model that answers when no language model is connected: rules behind the interface of a language model, so that
 * the rest of a turn is the same. It gets a prompt and tools, calls tools, and writes its reply from their results. It
 * can misunderstand; it cannot invent.
 */
export function builtinModel(): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'jarvis',
    modelId: 'builtin',
    supportedUrls: {},
    async doGenerate(options) {
      const { content, finishReason, usage } = respond(options);
      return { content, finishReason, usage, warnings: [] };
    },
    async doStream(options) {
      return { stream: ReadableStream.from(inPieces(options)) };
    },
  };
}

function respond(options: LanguageModelV4CallOptions): {
  content: LanguageModelV4Content[];
  finishReason: LanguageModelV4FinishReason;
  usage: LanguageModelV4Usage;
} {
  const shown = readPrompt(options);
  const step = nextStep(shown);
  const usage = usageOf(JSON.stringify(options.prompt), JSON.stringify(step));
  if ('text' in step) {
    return {
      content: [{ type: 'text', text: step.text }],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage,
    };
  }
  const content = step.calls.map(({ tool, input }, index) => ({
    type: 'tool-call' as const,
    toolCallId: `call-${shown.called.length + index + 1}`,
    toolName: tool,
    input: JSON.stringify(input),
  }));
  return { content, finishReason: { unified: 'tool-calls', raw: 'tool_calls' }, usage };
}

async function* inPieces(options: LanguageModelV4CallOptions): AsyncGenerator<LanguageModelV4StreamPart> {
  const { content, finishReason, usage } = respond(options);
  yield { type: 'stream-start', warnings: [] };
  for (const part of content) {
    if (part.type === 'tool-call') yield part;
    if (part.type !== 'text') continue;
    yield { type: 'text-start', id: '0' };
    for (const delta of part.text.match(/\s+|\S+/g) ?? []) {
      options.abortSignal?.throwIfAborted();
      yield { type: 'text-delta', id: '0', delta };
    }
    yield { type: 'text-end', id: '0' };
  }
  yield { type: 'finish', finishReason, usage };
}

/** Rules have no tokens, but a caller may want a count. */
function usageOf(prompt: string, written: string): LanguageModelV4Usage {
  const [total, text] = [tokensOf(prompt, 0), tokensOf(written, 0)];
  return {
    inputTokens: { total, noCache: total, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: text, text, reasoning: 0 },
  };
}
