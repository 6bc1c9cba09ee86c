import { keep, kept } from '../../data/browser/kept.ts';
import { nameOf } from '../../drafts/drafts.ts';

/*
 * The person's model for a conversation, kept in this browser; the server replaces one that is no longer offered by
 * the default.
 */
const keyOf = (place: string) => nameOf('model', place);

/** Empty: the default. */
export const chosenModel = (place: string): string => kept(keyOf(place)) ?? '';

export function chooseModel(place: string, model: string): void {
  keep(keyOf(place), model === '' ? null : model);
}

/** A conversation keeps its first choice; the next new one begins with the default. */
export function moveChoice(from: string, to: string): void {
  const model = chosenModel(from);
  if (model === '') return;
  chooseModel(to, model);
  chooseModel(from, '');
}
