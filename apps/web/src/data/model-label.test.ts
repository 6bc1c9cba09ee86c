import { expect, test } from 'vitest';
import { modelLabel } from './model-label.ts';

test('a model’s label is its own name, with its provider where two have the same name', () => {
  const names = ['openai:gpt-5', 'ollama:llama3:8b', 'openai-compatible:org/gpt', 'openai-compatible:gpt-5'];
  expect(names.map((name) => modelLabel(name, names))).toEqual([
    'gpt-5 (OpenAI)',
    'llama3:8b',
    'org/gpt',
    'gpt-5 (OpenAI-compatible)',
  ]);
  expect(modelLabel('anthropic:claude')).toBe('claude (Anthropic)');
  expect(modelLabel('unknown:one', names)).toBe('unknown:one');
});
