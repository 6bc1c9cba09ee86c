import { notFound } from '../errors.ts';
import type { NamedDocument, ToolContext } from './tool-context.ts';

/** The document of the conversation that has this name, whatever its case, or this id. Throws notFound. */
export function namedDocument({ documents }: ToolContext, named: string): NamedDocument {
  const wanted = named.trim().toLowerCase();
  const found = documents.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted);
  if (!found) throw notFound('File');
  return found;
}
