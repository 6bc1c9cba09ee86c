import { modelProviderIds, modelProviders } from '@jarvis/contract';
import { byStatus, ConnectionFailed, type Connectors, type ModelServer } from '@jarvis/core';
import { addressOf, modelFetch } from './addresses.ts';

const modelsMax = 500;
const findLocalMs = 700;

/** A server's chat models, at most 500, by their own names. Throws ConnectionFailed, or the error of fetch. */
export async function listModels(server: ModelServer, signal: AbortSignal): Promise<string[]> {
  const url = new URL(`${addressOf(server)}/models`);
  const { speaks } = modelProviders[server.provider];
  if (speaks === 'google') url.searchParams.set('pageSize', '1000');
  if (speaks === 'anthropic') url.searchParams.set('limit', '1000');
  const response = await modelFetch(url, { signal, headers: headersOf(server) });
  if (!response.ok) {
    const { kind, detail } = byStatus(response.status, await response.text());
    // The request names no model, so the address is wrong.
    throw new ConnectionFailed(kind === 'noSuchModel' ? 'notUnderstood' : kind, detail);
  }
  const names = namesIn(await response.json().catch(() => undefined));
  if (!names) throw new ConnectionFailed('notUnderstood', 'models');
  return [...new Set(names.filter((name) => !otherWork.test(name)))].slice(0, modelsMax);
}

/** Models without chat, by the providers' naming. */
const otherWork =
  /embed|whisper|tts|dall-e|moderation|transcribe|realtime|audio|image|imagen|veo-|rerank|davinci|babbage|sora/i;

export function headersOf({ provider, apiKey }: ModelServer): Record<string, string> {
  const { speaks } = modelProviders[provider];
  if (speaks === 'anthropic') return { 'anthropic-version': '2023-06-01', 'x-api-key': apiKey ?? '' };
  if (speaks === 'google') return { 'x-goog-api-key': apiKey ?? '' };
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}

/** OpenAI-compatible: `{ data: [{ id }] }`. Google: `{ models: [{ name: 'models/…' }] }`. */
function namesIn(answer: unknown): string[] | undefined {
  const { data, models } = (answer ?? {}) as { data?: unknown; models?: unknown };
  const list = Array.isArray(data) ? data : Array.isArray(models) ? models : undefined;
  return list
    ?.filter((model) => canGenerate(model))
    .map((model) => model?.id ?? model?.name)
    .filter((name) => typeof name === 'string' && name !== '' && name.length <= 200)
    .map((name: string) => name.replace(/^models\//, ''));
}

/** Google lists the abilities of each model. */
function canGenerate(model: { supportedGenerationMethods?: unknown } | null): boolean {
  const methods = model?.supportedGenerationMethods;
  return !Array.isArray(methods) || methods.includes('generateContent');
}

export const findLocalServers: Connectors['findLocal'] = async () => {
  const local = modelProviderIds.filter((id) => modelProviders[id].isLocal);
  const answers = await Promise.allSettled(
    local.map((provider) =>
      listModels({ provider, baseUrl: null, apiKey: undefined }, AbortSignal.timeout(findLocalMs)),
    ),
  );
  return local.flatMap((provider, at) => (answers[at]?.status === 'fulfilled' ? [{ provider }] : []));
};
