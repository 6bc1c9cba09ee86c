import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';

const reply = 'That is a fine question, and this is all that there is to say about it.';
const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 10, text: 10, reasoning: undefined },
};
const finishReason = { unified: 'stop', raw: 'stop' } as const;

/** A model that answers at once, so that what a turn takes is what the service adds. */
export const stubModel: LanguageModelV4 = {
  specificationVersion: 'v4',
  provider: 'bench',
  modelId: 'stub',
  supportedUrls: {},
  async doGenerate() {
    return { content: [{ type: 'text', text: reply }], finishReason, usage, warnings: [] };
  },
  async doStream() {
    const parts: LanguageModelV4StreamPart[] = [
      { type: 'stream-start', warnings: [] },
      { type: 'text-start', id: '1' },
      ...reply.split(/(?<= )/).map((delta) => ({ type: 'text-delta', id: '1', delta }) as const),
      { type: 'text-end', id: '1' },
      { type: 'finish', finishReason, usage },
    ];
    return { stream: ReadableStream.from(parts) as ReadableStream<LanguageModelV4StreamPart> };
  },
};
