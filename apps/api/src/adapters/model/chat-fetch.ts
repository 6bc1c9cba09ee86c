import { modelFetch } from './addresses.ts';

/**
 * For OpenAI-compatible servers. Some ignore `stream: true`: their one JSON document is converted into a stream. Some
 * refuse `stream_options`, which asks for the number of tokens: they are asked again without.
 */
export async function chatFetch(...[url, init]: Parameters<typeof fetch>): Promise<Response> {
  let response = await modelFetch(url, init);
  if (!response.ok && (await response.clone().text()).includes('stream_options')) {
    const body = JSON.stringify({ ...JSON.parse(String(init?.body)), stream_options: undefined });
    response = await modelFetch(url, { ...init, body });
  }
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
