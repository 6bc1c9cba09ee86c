import { DomainError } from '@jarvis/core';

/** The assistant with the account's data, and the bare model behind it. */
const names = ['jarvis', 'jarvis-plain'] as const;

export const models = names.map((id) => ({
  id,
  object: 'model',
  created: 1_767_225_600,
  owned_by: 'jarvis',
}));

/** Throws notFound. */
export function modelNamed(name: string): (typeof models)[number] {
  const model = models.find(({ id }) => id === name);
  if (model) return model;
  const message = `There is no model \`${name}\`: \`jarvis\` has what the account knows, \`jarvis-plain\` does not.`;
  throw new DomainError('notFound', message, { issues: [{ path: 'model', message }] });
}

export const isPlain = (name: string): boolean => modelNamed(name).id === 'jarvis-plain';
