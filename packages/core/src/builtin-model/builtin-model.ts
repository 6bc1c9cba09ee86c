import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
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
    // Titles alone are generated without a stream, and never by rules.
    doGenerate: () => Promise.reject(new Error('the built-in rules answer by streams only')),
    async doStream(options) {
      return { stream: ReadableStream.from(inPieces(options)) };
    },
  };
}

async function* inPieces(options: LanguageModelV4CallOptions): AsyncGenerator<LanguageModelV4StreamPart> {
  const shown = readPrompt(options);
  const step = nextStep(shown);
  const usage = usageOf(JSON.stringify(options.prompt), JSON.stringify(step));
  yield { type: 'stream-start', warnings: [] };
  if ('text' in step) {
    yield { type: 'text-start', id: '0' };
    for (const delta of step.text.match(/\s+|\S+/g) ?? []) {
      options.abortSignal?.throwIfAborted();
      yield { type: 'text-delta', id: '0', delta };
    }
    yield { type: 'text-end', id: '0' };
    yield { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage };
    return;
  }
  for (const [index, { tool, input }] of step.calls.entries()) {
    const toolCallId = `call-${shown.called.length + index + 1}`;
    yield { type: 'tool-call', toolCallId, toolName: tool, input: JSON.stringify(input) };
  }
  yield { type: 'finish', finishReason: { unified: 'tool-calls', raw: 'tool_calls' }, usage };
}

/** Rules have no tokens, but a caller may want a count. */
function usageOf(prompt: string, written: string): LanguageModelV4Usage {
  const [total, text] = [tokensOf(prompt, 0), tokensOf(written, 0)];
  return {
    inputTokens: { total, noCache: total, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: text, text, reasoning: 0 },
  };
}
