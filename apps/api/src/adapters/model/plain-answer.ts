import { modelFetch } from './addresses.ts';

/** Some OpenAI-compatible servers ignore `stream: true`: their one JSON document is converted into a stream. */
export async function streamOrConvert(...[url, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await modelFetch(url, init);
  const isPlain = response.headers.get('content-type')?.includes('application/json') ?? false;
  if (!isPlain || !response.ok) return response;
  const wasAsked = typeof init?.body === 'string' && /"stream"\s*:\s*true/.test(init.body);
  if (!wasAsked) return response;
  const answer: unknown = await response.json();
  return new Response(`data: ${JSON.stringify(asChunk(answer))}\n\ndata: [DONE]\n\n`, {
    status: response.status,
    headers: { 'content-type': 'text/event-stream' },
  });
}

interface Completion {
  choices?: { message?: { tool_calls?: object[] }; finish_reason?: unknown }[];
}

/** A chat completion as a stream of one chunk; any other answer unchanged, for the parser to refuse. */
function asChunk(answer: unknown): unknown {
  const choices = (answer as Completion | null)?.choices;
  if (!Array.isArray(choices)) return answer;
  return {
    ...(answer as object),
    choices: choices.map(({ message, ...choice }) => ({
      ...choice,
      delta: {
        ...message,
        ...(message?.tool_calls && {
          tool_calls: message.tool_calls.map((call, index) => ({ index, ...call })),
        }),
      },
    })),
  };
}
