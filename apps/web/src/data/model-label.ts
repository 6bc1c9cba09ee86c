import { modelProviderIds, modelProviders } from '@jarvis/contract/providers';

/**
 * A model's display name: without its provider prefix; the provider follows if another model of `among` has the same
 * name, and if no `among` is given.
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
