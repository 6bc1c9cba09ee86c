import { modelProviderIds, modelProviders } from '@jarvis/contract/providers';

/**
 * How a model calls itself: without the provider that its name begins with; that comes after it where another model of
 * `among` is called the same, and where nothing stands beside it.
 */
export function modelLabel(name: string, among?: readonly string[]): string {
  const { provider, model } = partsOf(name);
  if (!provider) return model;
  const isClear = among?.every((other) => other === name || partsOf(other).model !== model);
  return isClear ? model : `${model} (${modelProviders[provider].name})`;
}

function partsOf(name: string) {
  const provider = modelProviderIds.find((known) => name.startsWith(`${known}:`));
  return { provider, model: provider ? name.slice(provider.length + 1) : name };
}
