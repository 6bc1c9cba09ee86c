import type { MemoryType } from '@jarvis/contract';
import { inAll } from '../language/languages.ts';
import { lineOf } from '../language/lines.ts';

/**
 * The category of a memory, from its text alone: work in progress is `project`; a like, a dislike or a wish about how
 * things are done is `preference`; anything else is about the person, `user`. Used for saving and editing, so that
 * one text has one category.
 */
export function categoryOf(content: string): MemoryType {
  const text = lineOf(content).toLowerCase();
  if (project.some((pattern) => pattern.test(text))) return 'project';
  return preference.some((pattern) => pattern.test(text)) ? 'preference' : 'user';
}

const project = inAll((of) => of.memories.project).flat();
const preference = inAll((of) => of.memories.preference).flat();
