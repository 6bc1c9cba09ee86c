import { keep, kept } from '../data/kept.ts';
import { shownUser } from '../data/session.ts';

/*
 * Which model a person has chosen for a conversation, kept in this browser; what the server no longer offers it takes
 * for the default.
 */
const keyOf = (place: string) => `jarvis:model:${shownUser()?.id}:${place}`;

/** Empty: the default. */
export const chosenModel = (place: string): string => kept(keyOf(place)) ?? '';

export function chooseModel(place: string, model: string): void {
  keep(keyOf(place), model === '' ? null : model);
}

/** A conversation keeps the choice that it was begun with; the next new one begins with the default. */
export function moveChoice(from: string, to: string): void {
  const model = chosenModel(from);
  if (model === '') return;
  chooseModel(to, model);
  chooseModel(from, '');
}
