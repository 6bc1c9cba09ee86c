import { shownUser } from '../data/session.ts';

/*
 * Which model a person has chosen for a conversation, kept in this browser; what the server no longer offers it takes
 * for the default.
 */
const keyOf = (place: string) => `jarvis:model:${shownUser()?.id}:${place}`;

/** Empty: the default. */
export function chosenModel(place: string): string {
  try {
    return localStorage.getItem(keyOf(place)) ?? '';
  } catch {
    return '';
  }
}

export function chooseModel(place: string, model: string): void {
  try {
    if (model === '') localStorage.removeItem(keyOf(place));
    else localStorage.setItem(keyOf(place), model);
  } catch {
    // Storage is blocked: the default answers.
  }
}

/** A conversation keeps the choice that it was begun with; the next new one begins with the default. */
export function moveChoice(from: string, to: string): void {
  const model = chosenModel(from);
  if (model === '') return;
  chooseModel(to, model);
  chooseModel(from, '');
}
